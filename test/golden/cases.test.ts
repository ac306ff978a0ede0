import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { caseId, loadCases } from '../../corpus/cases.ts';
import { Registry } from '../../engine/codecs/registry.ts';
import { orphanedGolden } from './golden-files.ts';

const cases = await loadCases();

describe('golden cases', () => {
  it('have names of their own', () => {
    const ids = cases.map(caseId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('own every golden file', async () => {
    expect(await orphanedGolden(cases)).toEqual([]);
  });

  it('run, each lane in one file of tests', () => {
    const registry = new Registry();
    const lanes = new Set(cases.map(({ codec }) => registry.codec(codec).lane));
    const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'));
    const tested = files.flatMap((name) => {
      const calls = readFileSync(`${import.meta.dirname}/${name}`, 'utf8').matchAll(/^await testGolden\((.*)\);$/gmu);
      return [...calls].flatMap(([, names]) => names!.replaceAll("'", '').split(', '));
    });
    expect(tested.sort()).toEqual([...lanes].sort());
  });
});
