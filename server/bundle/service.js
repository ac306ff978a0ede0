import { launch } from './launch.js';

await launch('service');
