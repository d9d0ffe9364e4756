import { mount } from 'svelte';
import App from './app/App.svelte';
import './app/styles/index.css';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no element "app".');
mount(App, { target });
