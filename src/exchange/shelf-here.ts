import { novels } from '../storage/here';
import { Shelf } from './shelf';

/** The shelf of this page. */
export const shelf = new Shelf({ novels });
