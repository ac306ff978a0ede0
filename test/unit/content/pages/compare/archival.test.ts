import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../../../engine/codecs/pdfium/codec.ts';
import { compareArchival } from '../../../../../engine/content/pages/compare/archival.ts';
import type { Facts } from '../../../../../engine/contract/facts.ts';
import { warningOfForeignFonts } from '../../../../../engine/verify/warnings.ts';
import type { Check, Expectation } from '../../../../../engine/contract/report.ts';
import { pdfFile } from '../../../../support/pdf-file.ts';
import { startRunner, type RunnerBench } from '../../../../support/runner.ts';

const ARCHIVAL = readFileSync(
  join(
    import.meta.dirname,
    '../../../../../corpus/golden/libreoffice.text-pdf.docx.furnace-headings-table-footnote-picture.pdfStandard=pdfa-2b.pdf',
  ),
);

const EXPECTATION: Expectation = {
  from: 'docx',
  to: 'pdf',
  kept: ['text', 'look'],
  lost: [],
  gone: [],
  operations: [],
  takes: 'all',
  gives: 'one',
  options: {},
};
const SOURCE: Facts = { format: 'docx', sizeBytes: 1, reader: 'test', depth: 'content', features: [] };

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

/** The file with other words of the same length: nothing in it moves. */
function sabotaged(file: Buffer, words: RegExp, others: (found: string) => string): Buffer {
  const text = file.toString('latin1');
  const changed = text.replace(words, (found) => others(found).padEnd(found.length));
  if (changed === text || changed.length !== text.length) throw new Error(`Expected ${words} in the file.`);
  return Buffer.from(changed, 'latin1');
}

async function checksOf(file: Uint8Array, options: Expectation['options'], source = SOURCE): Promise<Check[]> {
  return compareArchival(source, [await bench.inspect(file, 'pdf', 'full')], { ...EXPECTATION, options });
}

/** The names of the checks that fail. */
async function faultsOf(file: Uint8Array, pdfStandard: 'pdfa-1b' | 'pdfa-2b' | 'pdfa-3b'): Promise<string[]> {
  return (await checksOf(file, { pdfStandard })).filter(({ ok }) => !ok).map(({ name }) => name);
}

describe('a PDF/A', () => {
  it('that is what was asked for passes', async () => {
    expect(await checksOf(ARCHIVAL, { pdfStandard: 'pdfa-2b' })).toEqual([
      { name: 'PDF/A metadata', ok: true, expected: '2b', found: '2b' },
      { name: 'output intent', ok: true, expected: 1, found: 1 },
      { name: 'embedded fonts', ok: true, expected: 'all', found: 'all' },
    ]);
  });

  it('of another part is refused', async () => {
    expect(await faultsOf(ARCHIVAL, 'pdfa-1b')).toEqual(['PDF/A metadata']);
    const other = sabotaged(ARCHIVAL, /<pdfaid:part>2/, () => '<pdfaid:part>3');
    expect(await faultsOf(other, 'pdfa-2b')).toEqual(['PDF/A metadata']);
    expect(await faultsOf(other, 'pdfa-3b')).toEqual([]);
  });

  it('whose metadata nothing refers to is refused, although they stand in the file', async () => {
    const hidden = sabotaged(ARCHIVAL, /\/Metadata \d+ 0 R/, () => '');
    expect(hidden.includes('<pdfaid:part>2')).toBe(true);
    expect(await faultsOf(hidden, 'pdfa-2b')).toEqual(['PDF/A metadata']);
  });

  it('without its output intent, or without the profile of it, is refused', async () => {
    const without = sabotaged(ARCHIVAL, /\/OutputIntents\[\d+ 0 R\]/, () => '');
    expect(await faultsOf(without, 'pdfa-2b')).toEqual(['output intent']);
    const empty = sabotaged(ARCHIVAL, /\/DestOutputProfile \d+ 0 R/, () => '');
    expect(await faultsOf(empty, 'pdfa-2b')).toEqual(['output intent']);
  });

  it('that lacks one of its fonts is refused', async () => {
    const without = sabotaged(ARCHIVAL, /\/FontFile2 \d+ 0 R/, () => '');
    expect(await faultsOf(without, 'pdfa-2b')).toEqual(['embedded fonts']);
  });

  it('is not what a plain PDF is', async () => {
    const plain = pdfFile(['BT /F1 12 Tf 72 700 Td (Plain) Tj ET']);
    expect(await faultsOf(plain, 'pdfa-2b')).toEqual(['PDF/A metadata', 'output intent', 'embedded fonts']);
  });
});

describe('a PDF whose fonts are not in it', () => {
  const plain = pdfFile(['BT /F1 12 Tf 72 700 Td (Plain) Tj ET']);

  it('is returned with a warning that names them', async () => {
    const checks = await checksOf(plain, {});
    expect(checks).toMatchObject([{ name: 'embedded fonts', ok: true, found: 'all but Helvetica' }]);
    expect(warningOfForeignFonts(checks)).toMatchObject({
      code: 'font_not_embedded',
      details: { fonts: ['Helvetica'] },
    });
  });

  it('is told nothing of where the source is a PDF, or where nobody sees the text', async () => {
    expect(await checksOf(plain, {}, { ...SOURCE, format: 'pdf' })).toEqual([]);
    const layer = pdfFile(['BT /F1 12 Tf 3 Tr 72 700 Td (Recognised) Tj ET']);
    expect(await checksOf(layer, {})).toEqual([]);
    expect(await checksOf(ARCHIVAL, {})).toEqual([]);
  });
});
