import type { CreateRunner } from '../../codec.ts';
import { createDataRunner } from '../../models/data/data-runner.ts';

const createRunner: CreateRunner = ({ modules }) => createDataRunner('hdf5', modules);

export default createRunner;
