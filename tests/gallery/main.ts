/** Every shared part on one page, to look at and to check with axe. For development only, never shipped. */
import { mount } from 'svelte';
import '../../src/app/styles/index.css';
import Gallery from './Gallery.svelte';

const target = document.getElementById('app');
if (target === null) throw new Error('No element to mount in.');
mount(Gallery, { target });
