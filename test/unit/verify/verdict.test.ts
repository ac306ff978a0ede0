import { describe, expect, it } from 'vitest';
import { difference, MAX_LISTED_DIFFERENCES } from '../../../engine/contract/differences.ts';
import type { Expectation } from '../../../engine/contract/report.ts';
import { collectFindings, NO_FINDINGS } from '../../../engine/verify/findings.ts';
import { isRefused, refusalOf } from '../../../engine/verify/verdict.ts';

const EXPECTATION: Expectation = {
  ...{ from: 'docx', to: 'pdf', kept: [], lost: [], gone: [], operations: [] },
  ...{ takes: 'all', gives: 'one', options: {} },
};

const right = { name: 'figures', ok: true, expected: 2, found: 2 };
const wrong = { name: 'pages', ok: false, expected: 3, found: 2 };
const told = difference('text_added', {}, { severity: 'tell' });
const row = difference('row_missing', { row: 3 });
const name = difference('name_missing', {}, { expected: 'rate', severity: 'refuse' });

describe('a result', () => {
  it.each([
    ['of which nothing was found', NO_FINDINGS],
    ['whose checks are right', collectFindings([right])],
    ['with differences to tell', collectFindings([right, told])],
  ])('is accepted: one %s', (_, findings) => {
    expect(isRefused(findings)).toBe(false);
    expect(refusalOf(EXPECTATION, findings)).toBeUndefined();
  });

  it('is refused for a check, among others that are right', () => {
    const findings = collectFindings([right, wrong, told]);
    expect(isRefused(findings)).toBe(true);
    const { code, message, details } = refusalOf(EXPECTATION, findings)!;
    expect(code).toBe('output_not_verified');
    expect(message).toBe(
      'Verification failed: pages, expected 3, found 2. The result was discarded. ' +
        'Try again, or convert to another format than PDF.',
    );
    expect(details).toEqual({ checks: [wrong], differences: [told], differencesBeyond: 0 });
  });

  it('is refused for a difference before a check, and says how many there are', () => {
    const findings = collectFindings([wrong, told, row, name]);
    expect(isRefused(findings)).toBe(true);
    const { message, details } = refusalOf(EXPECTATION, findings)!;
    expect(message).toBe(
      `Verification failed: ${row.message} 3 differences in all. The result was discarded. ` +
        'Try again, or convert to another format than PDF.',
    );
    expect(details).toEqual({ checks: [wrong], differences: [row, name, told], differencesBeyond: 0 });
  });

  it('is refused for one difference without a count', () => {
    const { message } = refusalOf(EXPECTATION, collectFindings([row]))!;
    expect(message).toContain(`Verification failed: ${row.message} The result was discarded`);
  });

  it('is refused with the number of the differences that are not listed', () => {
    const many = Array.from({ length: MAX_LISTED_DIFFERENCES + 7 }, () => row);
    const { message, details } = refusalOf(EXPECTATION, collectFindings(many))!;
    expect(message).toContain(` ${many.length} differences in all.`);
    expect(details).toMatchObject({ differencesBeyond: 7 });
  });
});
