import type { CreateRunner } from '../../contract/codec.ts';
import { createDataRunner } from '../../content/records/runner.ts';

const createRunner: CreateRunner = ({ modules }) => createDataRunner('columnar', modules);

export default createRunner;
