import type { CreateRunner } from '../../contract/codec.ts';
import { startedGdal, startGdal } from '../../content/listing/map/gdal/library.ts';
import { createListingRunner } from '../../content/listing/runner.ts';

const createRunner: CreateRunner = async (environment) => {
  await startGdal(environment.modules);
  const runner = await createListingRunner(environment);
  return { ...runner, heapBytes: () => startedGdal().heapBytes };
};

export default createRunner;
