import { launch } from './launch.js';

await launch('athanor');
