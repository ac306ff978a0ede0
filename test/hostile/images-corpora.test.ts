import { basename } from 'node:path';
import { sampleOf } from '../matrix/random.ts';
import { realFiles } from '../matrix/real-files.ts';
import { hasCorpora } from '../support/corpora.ts';
import { testRealFiles } from '../support/real-file-tests.ts';

/** Files that every run converts; `node test/matrix/corpus-run.ts image` converts all. */
const SAMPLE = 12;
/** The day changes the sample; set MATRIX_SEED to repeat one. */
const SEED = Number(process.env.MATRIX_SEED ?? Math.floor(Date.now() / 86_400_000));
/** Files that the programs which judge read otherwise: of two pictures of one size they take the last. */
const MISREAD_BY_JUDGES: ReadonlySet<string> = new Set(['two-entry-order-test.ico', 'ojpeg-tile.tif']);

const files = hasCorpora ? (await realFiles('image')).filter((path) => !MISREAD_BY_JUDGES.has(basename(path))) : [];

const sample = sampleOf(files, Math.min(SAMPLE, files.length), SEED);

testRealFiles(`a sample of real pictures (seed ${SEED})`, sample);
