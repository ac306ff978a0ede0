import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CORPUS } from '../../corpus/cases.ts';
import { DEFAULT_LIMITS } from '../../engine/contract/limits.ts';
import { openZip } from '../../engine/io/zip.ts';
import { seededRandom } from '../matrix/random.ts';
import { SEED } from '../support/seed.ts';
import { CaseMaker } from './fuzz-case.ts';
import { FUZZED_LANES } from './lane.ts';
import { mutate } from './mutate.ts';
import { WatchedEngine } from './try-case.ts';

/** Cases of each lane: about a minute together. */
const CASES = 25;
const TIMEOUT_MS = 600_000;
const SEEDS = 2 ** 31;

describe('a damaged file with options as they come', () => {
  it.each(FUZZED_LANES)(
    'is converted or refused by name, in time and without a trace: %s',
    async (lane) => {
      const maker = await CaseMaker.of(lane);
      // Tests measure no times: a busy machine would fail them.
      await using engine = await WatchedEngine.start({ lateMs: Infinity });
      const random = seededRandom(SEED);
      for (let index = 0; index < CASES; index++) {
        const fuzzCase = await maker.make(Math.floor(random() * SEEDS));
        const { faults } = await engine.try(fuzzCase);
        expect(faults, `npm run fuzz -- --case ${fuzzCase.seed} ${lane}`).toEqual([]);
      }
    },
    TIMEOUT_MS,
  );
});

it('a case is the same for its seed', async () => {
  const maker = await CaseMaker.of('document');
  expect(await maker.make(11)).toEqual(await maker.make(11));
});

it('packages stay whole where a file of theirs is changed', () => {
  const docx = readFileSync(join(CORPUS, 'sources/docx', readdirSync(join(CORPUS, 'sources/docx')).sort()[0]!));
  const random = seededRandom(SEED);
  const changed = Array.from({ length: 40 }, () => mutate(docx, docx, random)).filter((file) => !file.equals(docx));
  expect(changed.length).toBeGreaterThan(30);
  expect(changed.filter(isWhole).length).toBeGreaterThan(10);
});

function isWhole(file: Buffer): boolean {
  try {
    const archive = openZip(file, DEFAULT_LIMITS);
    return archive.entries.every((entry) => archive.read(entry).length === entry.expandedBytes);
  } catch {
    return false;
  }
}
