import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RunContext } from '../../../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';
import { readStata } from '../../../../../engine/content/records/stata/reader.ts';
import { scalarText, type DataObject, type DataScalar } from '../../../../../engine/content/records/model.ts';

const sampleOf = (name: string): Uint8Array =>
  Uint8Array.from(readFileSync(new URL(`../../../../../corpus/sources/dta/${name}`, import.meta.url)));

function rowsOf(bytes: Uint8Array, limits = DEFAULT_LIMITS): Record<string, string | null>[] {
  const warn = (): void => undefined;
  const context = { limits, signal: new AbortController().signal, warn } as unknown as RunContext;
  return [...readStata(bytes, { context }).rows()].map((row) => {
    const { names, values } = row as DataObject;
    const texts = values.map((value) => (value === null ? null : scalarText(value as DataScalar)));
    return Object.fromEntries(names.map((name, index) => [name, texts[index]!]));
  });
}

describe('data of Stata', () => {
  const bytes = sampleOf('release-114-big-endian.dta');
  const rowBytes = 4 + 6 + 1 + 4 + 4 * 8 + 1 + 2;
  const found = readStata(bytes, {
    context: { limits: DEFAULT_LIMITS, signal: new AbortController().signal, warn: () => undefined } as never,
  });
  // Rows end where the labels begin.
  const labelsAt = Buffer.from(bytes).lastIndexOf('answer\0') - 4;

  it('has the greatest numbers that are no missing values, and null for these', () => {
    expect(found.columns).toContain('answer_label');
    const copy = Uint8Array.from(bytes);
    const end = labelsAt;
    // The last row: a byte and an int, both beyond what numbers reach to.
    expect(rowsOf(copy)[1]).toMatchObject({ small: '100', middle: '32740' });
    copy[end - 3] = 101;
    copy.set([0x7f, 0xe5], end - 2);
    expect(rowsOf(copy)[3]).toMatchObject({ small: null, middle: null });
    copy[end - 3] = 127;
    expect(rowsOf(copy)[3]).toMatchObject({ small: null });
  });

  it('keeps the label of a missing value', () => {
    const copy = Uint8Array.from(bytes);
    const view = new DataView(copy.buffer);
    // The second label, of 2, becomes that of .a: as numbers of four bytes, and as a byte in the row.
    const table = labelsAt + 4 + 33 + 3;
    expect(view.getInt32(table)).toBe(2);
    view.setInt32(table + 8 + 2 * 4 + 4, 2_147_483_622);
    copy[labelsAt - rowBytes + 10] = 102;
    expect(rowsOf(copy)[3]).toMatchObject({ answer: null, answer_label: 'No' });
    expect(rowsOf(copy)[1]).toMatchObject({ answer: '2', answer_label: null });
  });

  it('is refused where its long texts are more than allowed', () => {
    const long = sampleOf('labels-dates-long-text.dta');
    expect(rowsOf(long)[3]!['name']).toHaveLength(2460);
    expect(() => rowsOf(long, { ...DEFAULT_LIMITS, expandedBytes: 1000 })).toThrow(/more than 1000 characters/);
  });
});
