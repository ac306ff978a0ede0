import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import { symbolReader } from '../../../engine/content/pages/reading/symbols.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const FORM = readFileSync(
  join(import.meta.dirname, '../../../corpus/sources/pdf/form-filled-in-without-appearances.pdf'),
);

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

async function textOf(pdf: Uint8Array): Promise<string> {
  const [text] = await bench.convert(pdf, 'pdf', 'txt', 'markup');
  return Buffer.from(text!).toString();
}

it('takes over what is filled in, and the tick of a box', async () => {
  expect(await textOf(FORM)).toBe(
    [
      'Berth for a visiting boat',
      'Name of the boat\tMorgenstern',
      'Length in metres\t11.4',
      'Needs electricity\t\u2713\n',
    ].join('\n\n'),
  );
});

it('takes over values that no viewer is asked to draw, and each only once', async () => {
  const document = await PDFDocument.load(FORM);
  document.catalog.lookup(PDFName.of('AcroForm'), PDFDict).delete(PDFName.of('NeedAppearances'));
  const text = await textOf(await document.save());
  expect(text.match(/Morgenstern/g)).toHaveLength(1);
  expect(text.match(/11\.4/g)).toHaveLength(1);
});

it('knows the symbols of forms by their codes', () => {
  const read = symbolReader('ZapfDingbats')!;
  const symbols = [0x34, 0x54, 0x6c, 0xac, 0xb5, 0xb6, 0xd5, 0xfe].map((code) =>
    read(String.fromCodePoint(code), code),
  );
  expect(symbols).toEqual([...'\u2714\u2734\u25cf①⑩❶→➾']);
  expect(read('\u2713', 0x34)).toBe('\u2713');
  expect(symbolReader('Helvetica')).toBeUndefined();
});

it("knows TeX's large symbols by their codes, where the file names no characters", () => {
  const read = symbolReader('CMEX10')!;
  expect([0x00, 0x12, 0x28, 0x30, 0x3e, 0x58, 0x5a, 0x68, 0x72].map((code) => read('', code)).join('')).toBe(
    '(({⎛⎪∑∫[√',
  );
  expect(read('X', 0x58)).toBe('∑');
  expect(read('(', 0x01)).toBe('(');
  expect(read(' ', 0x77)).toBe('\u2016');
  expect(read('u', 0x75)).toBe('');
});
