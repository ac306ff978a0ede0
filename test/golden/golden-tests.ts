import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseId, loadCases } from '../../corpus/cases.ts';
import { Registry } from '../../engine/codecs/registry.ts';
import type { Lane } from '../../engine/contract/codec.ts';
import { CodecBench } from '../support/codec-bench.ts';
import { readGolden } from './golden-files.ts';
import { compareWithGolden, describeFinding, runCase } from './run-case.ts';

/** Runs the golden cases of some lanes: a file of tests for each starts the codecs of its lanes once. */
export async function testGolden(...lanes: readonly Lane[]): Promise<void> {
  const registry = new Registry();
  const cases = (await loadCases()).filter(({ codec }) => lanes.includes(registry.codec(codec).lane));

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
  });
}
