import type { CreateRunner } from '../../codec.ts';
import { createDataRunner } from '../../models/data/data-runner.ts';
// Loaded with the runner, before the thread is sealed: afterwards nobody can import node:sqlite.
import '../../models/data/sqlite.ts';

const createRunner: CreateRunner = ({ modules }) => createDataRunner('sqlite', modules);

export default createRunner;
