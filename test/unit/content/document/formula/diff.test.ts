import { describe, expect, it } from 'vitest';
import { compareFormula } from '../../../../../engine/content/document/formula/diff.ts';
import type { Facts } from '../../../../../engine/contract/facts.ts';
import type { Expectation } from '../../../../../engine/contract/report.ts';

const BASICS = { sizeBytes: 1, reader: 'test', depth: 'content' } as const;
const FORMULA: Facts = {
  ...BASICS,
  format: 'texmath',
  features: ['formulas'],
  formula: { text: 'x = 2', elements: 3 },
};
const EXPECTATION: Expectation = {
  ...{ from: 'texmath', to: 'pdf', kept: ['formulas'], lost: [], gone: [], operations: [] },
  ...{ takes: 'one', gives: 'one', options: {} },
};

const page = (text: string, features: Facts['features'], format: Facts['format'] = 'pdf'): Facts => ({
  ...{ ...BASICS, format, features },
  document: { text, figures: 0 },
});
const kinds = (result: Facts) =>
  [...compareFormula(FORMULA, [result], EXPECTATION)].flatMap((one) => ('kind' in one ? one.kind : []));

describe('a formula that becomes a page', () => {
  it('is on it as text, or as outlines or an image', () => {
    expect(kinds(page('x = 2', ['text']))).toEqual([]);
    expect(kinds(page('', ['vector']))).toEqual([]);
    expect(kinds(page('', ['look'], 'cbz'))).toEqual([]);
  });

  it('is missing where the page shows nothing, or something else', () => {
    expect(kinds(page('', ['look']))).toEqual(['result_blank']);
    expect(kinds(page('y', ['text', 'vector']))).toEqual(['result_blank']);
  });

  it('is another text where the page shows much more, such as noise', () => {
    expect(kinds(page('The formula x = 2 of page 1', ['text']))).toEqual([]);
    expect(kinds(page('2x9ÿa8bz'.repeat(200), ['text']))).toEqual(['text_changed']);
  });

  it('is not looked for among the letters of a text whose formulas are only counted', () => {
    const counted = page('A title', ['text', 'formulas'], 'ipynb');
    expect(kinds(counted)).toEqual([]);
    const told = (formulas: string): Facts => ({ ...counted, document: { ...counted.document!, formulas } });
    expect(kinds(told('x = 2'))).toEqual([]);
    expect(kinds(told('y'))).toEqual(['result_blank']);
  });
});
