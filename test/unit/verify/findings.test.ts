import { describe, expect, it } from 'vitest';
import { difference, MAX_LISTED_DIFFERENCES, type Difference } from '../../../engine/contract/differences.ts';
import { collectFindings } from '../../../engine/verify/findings.ts';

const many = Array.from({ length: MAX_LISTED_DIFFERENCES + 10 }, (_, index): Difference =>
  difference('merge_added', { sheet: 'A' }, { found: `B${index}`, severity: 'tell' }),
);
const name = difference('name_missing', {}, { expected: 'rate' });
const another = difference('name_missing', {}, { expected: 'total' });
const row = difference('row_missing', { row: 3 });

describe('the differences that a report lists', () => {
  it('are the first ones', () => {
    expect(collectFindings(many).differences).toEqual({
      listed: many.slice(0, MAX_LISTED_DIFFERENCES),
      count: many.length,
    });
  });

  it('are of every kind, however many there are of one', () => {
    const { listed, count } = collectFindings([...many, name, another]).differences;
    expect(listed).toEqual([...many.slice(0, MAX_LISTED_DIFFERENCES - 1), name]);
    expect(count).toBe(many.length + 2);
  });

  it('begin with those to refuse', () => {
    const { listed } = collectFindings([...many, name, row]).differences;
    expect(listed[0]).toBe(row);
    expect(listed).toHaveLength(MAX_LISTED_DIFFERENCES);
  });
});
