import { createListingRunner } from '../../content/listing/runner.ts';

export default createListingRunner;
