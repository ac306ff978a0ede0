import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../engine/contract/facts.ts';
import type { Expectation } from '../../../engine/contract/report.ts';
import { joinText } from '../../../engine/content/document/inspect-text.ts';
import { compareFacts } from '../../../engine/verify/compare.ts';
import { NO_FINDINGS } from '../../../engine/verify/findings.ts';

function facts(format: Facts['format'], text: string): Facts {
  const document = { text: joinText({ pages: [text], asides: '' }, 1e9), figures: 0 };
  return { format, sizeBytes: 1, reader: 'test', depth: 'content', features: ['text'], document };
}

const EXPECTATION: Expectation = {
  ...{ from: 'txt', to: 'pdf', kept: ['text'], lost: [], gone: [], operations: [] },
  ...{ takes: 'all', gives: 'one', options: {} },
};

const SOURCE = 'Twelve boxes of screws were sent to the harbour on a Monday morning.';
const OTHER = 'Nobody knows what became of the letter that the clerk had promised.';

/** Names of the checks and kinds of differences. */
function found(from: Facts, to: Facts, expectation: Partial<Expectation> = {}): string[] {
  const { checks, differences } = compareFacts(from, [to], { ...EXPECTATION, ...expectation });
  return [...checks.filter(({ ok }) => !ok).map(({ name }) => name), ...differences.listed.map(({ kind }) => kind)];
}

describe('what is compared of a result', () => {
  it('is the text that the plan promised to keep', () => {
    expect(found(facts('txt', SOURCE), facts('pdf', SOURCE))).toEqual([]);
    expect(found(facts('txt', SOURCE), facts('pdf', OTHER))).not.toEqual([]);
    expect(found(facts('txt', SOURCE), facts('pdf', OTHER), { kept: [] })).toEqual([]);
  });

  it('is not the text that became a bar code, which only a reader of codes finds', () => {
    const options = { barcode: 'qr' } as const;
    expect(found(facts('txt', SOURCE), facts('pdf', ''), { options })).toEqual([]);
    expect(found(facts('txt', SOURCE), facts('pdf', ''))).not.toEqual([]);
  });

  it('is nothing where codes were read: what they say is nowhere else in the source', () => {
    const expectation: Expectation = { ...EXPECTATION, from: 'pdf', to: 'txt', options: { barcode: 'any' } };
    expect(compareFacts(facts('pdf', SOURCE), [facts('txt', OTHER)], expectation)).toBe(NO_FINDINGS);
  });
});
