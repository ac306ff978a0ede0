import { basename } from 'node:path';
import { sampleOf } from '../matrix/random.ts';
import { realFiles } from '../matrix/real-files.ts';
import { hasCorpora } from '../support/corpora.ts';
import { testRealFiles } from '../support/real-file-tests.ts';
import { SEED } from '../support/seed.ts';

/** Files that every run converts; `npm run refusals -- image` converts all. */
const SAMPLE = 12;
/** Files that the programs which judge read otherwise: of two images of one size they take the last. */
const MISREAD_BY_JUDGES: ReadonlySet<string> = new Set(['two-entry-order-test.ico', 'ojpeg-tile.tif']);

const files = hasCorpora ? (await realFiles('image')).filter((path) => !MISREAD_BY_JUDGES.has(basename(path))) : [];

const sample = sampleOf(files, Math.min(SAMPLE, files.length), SEED);

testRealFiles(`a sample of real pictures (seed ${SEED})`, sample);
