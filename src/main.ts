import { mount } from 'svelte';
import App from './app/App.svelte';
import './app/styles/index.css';
import { isolate } from './engines/isolation';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no element "app".');
mount(App, { target });
// Several threads on hosts without headers, and the page offline; without either the page works all the same.
isolate().catch(() => undefined);
