import type { CreateRunner } from '../../codec.ts';
import { createDataRunner } from '../../models/data/data-runner.ts';

const createRunner: CreateRunner = ({ modules }) => createDataRunner('columnar', modules);

export default createRunner;
