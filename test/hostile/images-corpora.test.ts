import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine, type Engine } from '../../engine/index.ts';
import { describeResult, FAULTS } from '../matrix/matrix.ts';
import { sampleOf } from '../matrix/random.ts';
import { realFiles, tryRealFile } from '../matrix/real-files.ts';
import { hasCorpora } from '../support/corpora.ts';

/** Files that every run converts; `node test/matrix/corpus-run.ts image` converts all. */
const SAMPLE = 12;
/** The day changes the sample; set MATRIX_SEED to repeat one. */
const SEED = Number(process.env.MATRIX_SEED ?? Math.floor(Date.now() / 86_400_000));
/** Files that the programs which judge read otherwise: of two pictures of one size they take the last. */
const MISREAD_BY_JUDGES: ReadonlySet<string> = new Set(['two-entry-order-test.ico', 'ojpeg-tile.tif']);

const files = hasCorpora ? (await realFiles('image')).filter((path) => !MISREAD_BY_JUDGES.has(basename(path))) : [];

describe.skipIf(!hasCorpora)(`a sample of real pictures (seed ${SEED})`, () => {
  let engine: Engine;
  beforeAll(() => {
    engine = createEngine();
  });
  afterAll(() => engine.close());

  test.each(sampleOf(files, Math.min(SAMPLE, files.length), SEED).map((path) => [basename(path), path]))(
    '%s is converted, or refused by name',
    async (_name, path) => {
      const result = await tryRealFile(engine, path!);
      expect(FAULTS.has(result.outcome), describeResult(result)).toBe(false);
    },
    60_000,
  );
});
