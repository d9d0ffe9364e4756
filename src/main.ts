import { mount } from 'svelte';
import App from './app/App.svelte';
import './app/styles/index.css';
import { isolate } from './engines/isolation';
import { provideOwnDecisions } from './experiment/own-decisions-source';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no element "app".');
// The storage is loaded when decisions are first asked for.
provideOwnDecisions(async () => (await import('./exchange/own-decisions-here')).ownDecisionsHere());
mount(App, { target });
// Several threads on hosts without headers, and the page offline; without either the page works all the same.
isolate().catch(() => undefined);
