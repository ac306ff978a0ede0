import type { CreateRunner } from '../../contract/codec.ts';
import { createDataRunner } from '../../content/records/runner.ts';

const createRunner: CreateRunner = () => {
  const { convert } = createDataRunner('data');
  return { convert };
};

export default createRunner;
