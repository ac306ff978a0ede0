import { testGolden } from './golden-tests.ts';

await testGolden('document');
