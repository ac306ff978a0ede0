import type { CreateRunner } from '../../contract/codec.ts';
import { createDataRunner } from '../../content/records/runner.ts';

const createRunner: CreateRunner = ({ modules }) => createDataRunner('sqlite', modules);

export default createRunner;
