import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseId, loadCases } from '../corpus/cases.ts';
import { orphanedGolden, readGolden } from './golden/golden-files.ts';
import { compareWithGolden, describeFinding, runCase } from './golden/run-case.ts';
import { CodecBench } from './support/codec-bench.ts';

const cases = await loadCases();

let bench: CodecBench;
beforeAll(() => {
  bench = new CodecBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

describe('golden cases', () => {
  it.each(cases.map((golden) => [caseId(golden), golden] as const))('%s', async (id, golden) => {
    const expected = await readGolden(golden);
    const found = await runCase(golden, bench);
    const hint = `npm run golden -- --accept ${id}`;
    expect(expected.length, `There is no golden file. Look at the result and accept it: ${hint}`).toBeGreaterThan(0);
    const findings = await compareWithGolden(expected, found, golden, bench);
    const wrong = findings.filter(({ ok }) => !ok);
    expect(wrong.map(describeFinding), `If the new result is better, accept it: ${hint}`).toEqual([]);
  });

  it('have names of their own', () => {
    const ids = cases.map(caseId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('own every golden file', async () => {
    expect(await orphanedGolden(cases)).toEqual([]);
  });
});
