import type { CreateRunner } from '../../codec.ts';
import { createDataRunner } from '../../models/data/data-runner.ts';

const createRunner: CreateRunner = () => {
  const { convert } = createDataRunner('data');
  return { convert };
};

export default createRunner;
