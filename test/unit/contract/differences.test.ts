import { describe, expect, it } from 'vitest';
import {
  difference,
  MAX_LISTED_DIFFERENCES,
  MAX_VALUE_CHARS,
  type Difference,
} from '../../../engine/contract/differences.ts';
import { collectFindings, joinFindings, NO_FINDINGS } from '../../../engine/verify/findings.ts';
import { isRefused, refusalOf } from '../../../engine/verify/verdict.ts';
import type { Expectation } from '../../../engine/contract/report.ts';

const EXPECTATION: Expectation = {
  ...{ from: 'docx', to: 'pdf', kept: ['text'], lost: [], gone: [], operations: [], takes: 'all', gives: 'one' },
  options: {},
};

describe('difference', () => {
  it('says what, where, expected and found, from the innermost place to the outermost', () => {
    const about = { expected: '12', found: '13' };
    expect(difference('number_changed', { page: 3, table: 2, row: 12 }, about).message).toBe(
      'The number of row 12 of table 2 on page 3 is different: expected "12", found "13".',
    );
    expect(difference('text_missing', { sheet: 'Costs' }, { expected: 'Rent' }).message).toBe(
      'The text of sheet "Costs" is missing: expected "Rent".',
    );
    expect(difference('result_blank').message).toBe('The result is empty, though the source is not.');
  });

  it('quotes long texts in part', () => {
    expect(difference('text_missing', {}, { expected: 'x'.repeat(5000) }).expected).toHaveLength(MAX_VALUE_CHARS);
  });
});

describe('differences', () => {
  it('lists those to refuse first, and counts all', () => {
    const told = Array.from({ length: 80 }, () => difference('text_added'));
    const found = collectFindings([...told, difference('text_missing')]);
    expect(found.differences.count).toBe(81);
    expect(found.differences.listed).toHaveLength(MAX_LISTED_DIFFERENCES);
    expect(found.differences.listed[0]!.kind).toBe('text_missing');
    expect(joinFindings(NO_FINDINGS, found)).toEqual(found);
  });

  it('finds one to refuse behind any number of those to tell', () => {
    const told = Array.from({ length: 20_000 }, () => difference('text_added'));
    const found = collectFindings([...told, difference('text_missing')]);
    expect(isRefused(found)).toBe(true);
    expect(found.differences.count).toBe(20_001);
  });

  it('stops at a comparison that has no end of differences to refuse', () => {
    function* endless(): Generator<Difference> {
      for (;;) yield difference('text_missing');
    }
    expect(collectFindings(endless()).differences.count).toBe(10_000);
  });

  it('refuses a result for one difference to refuse, and none for those to tell', () => {
    const told = collectFindings([difference('text_added')]);
    expect(isRefused(told)).toBe(false);
    expect(refusalOf(EXPECTATION, told)).toBeUndefined();
    const refused = collectFindings([difference('text_missing', { page: 2 })]);
    expect(refusalOf(EXPECTATION, refused)).toMatchObject({
      code: 'output_not_verified',
      message: expect.stringContaining('The text on page 2 is missing.'),
      details: { differences: refused.differences.listed, differencesBeyond: 0 },
    });
  });
});
