import { testGolden } from './golden-tests.ts';

await testGolden('light', 'ocr', 'office');
