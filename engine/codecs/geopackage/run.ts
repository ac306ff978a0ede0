import type { CreateRunner } from '../../contract/codec.ts';
import { createListingRunner } from '../../content/listing/runner.ts';
// What needs the platform's database is imported before the thread is sealed.
import '../../content/listing/map/geopackage/reader.ts';
import '../../content/listing/map/geopackage/writer.ts';

const createRunner: CreateRunner = createListingRunner;

export default createRunner;
