import { describe, expect, it } from 'vitest';
import { saysSame } from '../../../engine/content/barcode/compare.ts';
import { BARCODE_KINDS, type BarcodeKindId } from '../../../engine/content/barcode/kinds.ts';
import type { ConvertOptions } from '../../../engine/index.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const engine = sharedEngine();

async function convert(input: string | Uint8Array, options: ConvertOptions) {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  const { artifacts, report, plan } = await engine.convert(bytes, options);
  const [artifact] = artifacts;
  if (!artifact || !('bytes' in artifact)) throw new Error('Expected one result in memory.');
  return { bytes: artifact.bytes, report, plan };
}

const TEXTS: Readonly<Record<BarcodeKindId, string>> = {
  qr: 'Straße, 道路, дорога — https://example.org/?a=1&b=2',
  microqr: '2026',
  datamatrix: 'Größe 38',
  aztec: 'Zug 4711, Wagen 21',
  pdf417: 'Hansen<<Jo',
  code128: 'SN-4711-b',
  code39: 'DEPOT 9',
  itf: '04006381',
  codabar: 'A40156B',
  ean13: '400638133393',
  ean8: '9638507',
  upca: '03600029145',
};

describe('bar codes', () => {
  it.each(Object.keys(BARCODE_KINDS) as BarcodeKindId[])('say what they were written for: %s', async (barcode) => {
    const { bytes, report } = await convert(TEXTS[barcode], { from: 'txt', to: 'png', options: { barcode } });
    expect(report).toMatchObject({ verified: 'content', checks: [{ name: 'bar code', ok: true }] });
    const { bytes: read } = await convert(bytes, { from: 'png', to: 'txt', options: { barcode } });
    expect(saysSame(barcode, TEXTS[barcode], new TextDecoder().decode(read))).toBe(true);
  });

  it('are drawings, images and pages, all of which are read again', async () => {
    for (const to of ['svg', 'webp', 'pdf'] as const) {
      const { report } = await convert('https://example.org', { from: 'txt', to, options: { barcode: 'any' } });
      expect(report.checks).toMatchObject([{ name: 'bar code', ok: true }]);
    }
  });

  it('are refused where they became too small to be read', async () => {
    const converted = convert(TEXTS.qr, { from: 'txt', to: 'png', options: { barcode: 'qr', width: 30 } });
    await expect(converted).rejects.toMatchObject({
      code: 'output_not_verified',
      details: { differences: [{ kind: 'barcode_changed', expected: TEXTS.qr }] },
    });
  });

  it.each<[BarcodeKindId, string, RegExp]>([
    ['ean13', '4006381333930', /check digit/],
    ['ean13', 'lamp', /12 digits/],
    ['itf', '123', /even number/],
    ['code39', 'lower', /capitals/],
    ['code128', 'Größe', /ASCII/],
    ['microqr', 'much too long for such a small code', /too long/],
    ['qr', 'x'.repeat(3000), /too long/],
  ])('hold no text that they cannot: %s, %#', async (barcode, text, message) => {
    const options = { from: 'txt', to: 'svg', options: { barcode } } as const;
    await expect(convert(text, options)).rejects.toMatchObject({
      code: 'unsupported_conversion',
      message: expect.stringMatching(message),
    });
  });

  it('are only made and read where they are asked for', () => {
    const codecs = (from: string, to: string, options = {}): string[] =>
      engine.plan(from, to, { options, allowLoss: 'any' }).steps.map(({ codec }) => codec);
    expect(codecs('txt', 'svg')).not.toContain('barcode');
    expect(codecs('png', 'txt')).toContain('ocr');
    expect(codecs('png', 'txt', { barcode: 'any' })).toEqual(['barcode']);
    expect(() => engine.plan('png', 'json', { allowLoss: 'any' })).toThrow(/No path from png to json/);
    // No text that another step has made becomes a code.
    expect(() => engine.plan('gv', 'png', { options: { barcode: 'qr' } })).toThrow(/option barcode is not available/);
  });

  it('are an option where they are possible, and of nothing else', () => {
    const hasOption = (from: string, to: string): boolean =>
      engine.optionsFor(from, to).some(({ id }) => id === 'barcode');
    expect([hasOption('txt', 'svg'), hasOption('txt', 'png'), hasOption('png', 'txt')]).toEqual([true, true, true]);
    expect([hasOption('docx', 'txt'), hasOption('gv', 'svg'), hasOption('png', 'jpg')]).toEqual([false, false, false]);
  });

  it('of all pages are read, with the numbers of these', async () => {
    const codes = await Promise.all(
      ['one', 'three'].map((text) => convert(text, { from: 'txt', to: 'pdf', options: { barcode: 'qr' } })),
    );
    const plain = await convert('No code here.', { from: 'txt', to: 'pdf' });
    const pages = [codes[0]!, plain, codes[1]!].map(({ bytes }) => bytes);
    const { artifacts } = await engine.merge(pages, { to: 'pdf' });
    const [merged] = artifacts;
    if (!merged || !('bytes' in merged)) throw new Error('Expected one result in memory.');
    const { bytes } = await convert(merged.bytes, { from: 'pdf', to: 'json', options: { barcode: 'any' } });
    const read = JSON.parse(new TextDecoder().decode(bytes)) as readonly { page: number; text: string }[];
    expect(read.map(({ page, text }) => [page, text])).toEqual([
      [1, 'one'],
      [3, 'three'],
    ]);
    const { bytes: text } = await convert(merged.bytes, { from: 'pdf', to: 'txt', options: { barcode: 'qr' } });
    expect(new TextDecoder().decode(text)).toBe('one\nthree\n');
  });

  it('that are not there are told', async () => {
    const { bytes } = await convert('Only words.', { from: 'txt', to: 'png', allowLoss: 'any' });
    const read = convert(bytes, { from: 'png', to: 'txt', options: { barcode: 'ean13' } });
    await expect(read).rejects.toMatchObject({
      code: 'unsupported_conversion',
      message: expect.stringMatching(/^No EAN-13 was found\..*every kind/),
    });
  });
});

describe('what a code says', () => {
  it('is compared with its check digit, and without white space at its ends', () => {
    expect(saysSame('ean13', '400638133393\n', '4006381333931\n')).toBe(true);
    expect(saysSame('qr', 'a  b\r\n', 'a b')).toBe(true);
    expect(saysSame('qr', '12', '123')).toBe(false);
    expect(saysSame('ean8', '9638507', '86385074')).toBe(false);
    expect(saysSame('qr', 'a', 'A')).toBe(false);
  });
});
