import type { CreateRunner } from '../../contract/codec.ts';
import { createListingRunner } from '../../content/listing/runner.ts';
import { startParquet } from '../../content/records/parquet.ts';

const createRunner: CreateRunner = (environment) => {
  startParquet(environment.modules);
  return createListingRunner(environment);
};

export default createRunner;
