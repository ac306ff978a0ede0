import { describe, expect, it } from 'vitest';
import {
  difference,
  DIFFERENCE_KINDS,
  MAX_LISTED_DIFFERENCES,
  type Difference,
} from '../../../engine/contract/differences.ts';
import { collectFindings, joinFindings } from '../../../engine/verify/findings.ts';

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

  it('stay those that there are where each is of a kind of its own', () => {
    const kinds = DIFFERENCE_KINDS.map((kind) => difference(kind, {}, { severity: 'tell' }));
    const { listed } = collectFindings(kinds).differences;
    expect(listed).toEqual(kinds.slice(0, MAX_LISTED_DIFFERENCES));
    const [first, second, ...rest] = kinds.slice(0, MAX_LISTED_DIFFERENCES);
    const twice = [first!, second!, second!, ...rest.slice(0, -1), kinds.at(-1)!];
    expect(collectFindings(twice).differences.listed).toEqual([first, second, ...rest.slice(0, -1), kinds.at(-1)]);
  });

  it('begin with those to refuse', () => {
    const { listed } = collectFindings([...many, name, row]).differences;
    expect(listed[0]).toBe(row);
    expect(listed).toHaveLength(MAX_LISTED_DIFFERENCES);
  });
});

describe('findings', () => {
  const ENOUGH = 10_000;

  it('are not collected beyond the refusals that are enough', () => {
    let looked = 0;
    function* endless(): Generator<Difference> {
      for (;;) {
        looked++;
        yield row;
      }
    }
    expect(collectFindings(endless()).differences.count).toBe(ENOUGH);
    expect(looked).toBe(ENOUGH);
  });

  it('to tell are all counted', () => {
    const told = Array.from({ length: ENOUGH + 5 }, () => many[0]!);
    expect(collectFindings(told).differences.count).toBe(ENOUGH + 5);
  });

  it('of one comparison are joined with those of others', () => {
    const check = { name: 'pages', ok: true, expected: 1, found: 1 };
    const joined = joinFindings(collectFindings([check, ...many]), collectFindings([row]), collectFindings([check]));
    expect(joined.checks).toEqual([check, check]);
    expect(joined.differences.count).toBe(many.length + 1);
    expect(joined.differences.listed[0]).toBe(row);
  });
});
