import type { CreateRunner } from '../../contract/codec.ts';
import { createDataRunner } from '../../content/records/runner.ts';
// Loaded with the runner, before the thread is sealed: afterwards nobody can import node:sqlite.
import '../../content/records/sqlite/reader.ts';

const createRunner: CreateRunner = ({ modules }) => createDataRunner('sqlite', modules);

export default createRunner;
