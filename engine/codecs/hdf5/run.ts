import type { CreateRunner } from '../../contract/codec.ts';
import { createDataRunner } from '../../content/records/runner.ts';

const createRunner: CreateRunner = ({ modules }) => createDataRunner('hdf5', modules);

export default createRunner;
