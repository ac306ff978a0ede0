import { zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createZipWriter, openZip, writeZip, type ZipLimits } from '../../../engine/io/zip.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { refusalOf } from '../../support/refusal.ts';
import { assertProperty } from '../../support/property.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const sample = (): Uint8Array =>
  writeZip([
    { name: 'a.txt', bytes: encode('alpha '.repeat(100)) },
    { name: 'b/ü.txt', bytes: encode('beta') },
  ]);

describe('reading a ZIP', () => {
  it('finds entries by name, ignoring case, and expands them', () => {
    const zip = openZip(sample(), DEFAULT_LIMITS);
    expect(zip.entries.map(({ name }) => name)).toEqual(['a.txt', 'b/ü.txt']);
    expect(decode(zip.read(zip.find('B/Ü.TXT')!))).toBe('beta');
  });

  it('reads what another library packed, at every level', () => {
    for (const level of [0, 1, 9] as const) {
      const zip = openZip(zipSync({ 'x.bin': encode('gamma '.repeat(5000)) }, { level }), DEFAULT_LIMITS);
      expect(decode(zip.read(zip.entries[0]!))).toBe('gamma '.repeat(5000));
    }
  });

  it('skips foreign bytes before the archive, as in a self-extractor', () => {
    const zip = openZip(Buffer.concat([Buffer.alloc(777, 'MZ'), sample()]), DEFAULT_LIMITS);
    expect(decode(zip.read(zip.find('b/ü.txt')!))).toBe('beta');
  });

  it('reads sizes and offsets of ZIP64', () => {
    expect(
      decode(
        openZip(asZip64(sample()), DEFAULT_LIMITS).read(openZip(asZip64(sample()), DEFAULT_LIMITS).find('b/ü.txt')!),
      ),
    ).toBe('beta');
  });

  it('reads names of code page 437 that are not marked as UTF-8', () => {
    const bytes = writeZip([{ name: 'ABCDE.txt', bytes: encode('x') }]);
    for (const at of [bytes.indexOf(65), bytes.lastIndexOf(65)]) bytes.set([0x81, 0x84, 0x94], at);
    expect(openZip(bytes, DEFAULT_LIMITS).entries[0]!.name).toBe('üäöDE.txt');
  });

  it('expands an entry piece by piece, with the errors of the whole', () => {
    const text = encode('delta '.repeat(50_000));
    for (const level of [0, 6] as const) {
      const bytes = zipSync({ 'x.bin': text }, { level });
      const zip = openZip(bytes, DEFAULT_LIMITS);
      expect(Buffer.concat([...zip.pieces(zip.entries[0]!)]).equals(text)).toBe(true);
      bytes[60]! ^= 0xff;
      const damaged = openZip(bytes, DEFAULT_LIMITS);
      expect(refusalOf(() => [...damaged.pieces(damaged.entries[0]!)])).toEqual(
        refusalOf(() => damaged.read(damaged.entries[0]!)),
      );
    }
  });

  it('names what is wrong with damaged, cut, encrypted and oversized archives', () => {
    const damaged = sample();
    damaged[40]! ^= 0xff;
    expect(refusalOf(() => readAll(damaged)).code).toBe('input_corrupt');
    expect(refusalOf(() => readAll(sample().subarray(0, 80))).code).toBe('input_truncated');
    expect(refusalOf(() => readAll(encode('no archive at all'))).code).toBe('input_corrupt');
    const encrypted = sample();
    for (const at of headersOf(encrypted)) encrypted[at]! |= 1;
    expect(refusalOf(() => readAll(encrypted)).code).toBe('input_encrypted');
    expect(refusalOf(() => readAll(sample(), { expandedBytes: 600 }))).toMatchObject({
      code: 'input_too_complex',
      details: { limit: 'expandedBytes', found: 604 },
    });
    expect(refusalOf(() => readAll(sample(), { entries: 1 })).details).toMatchObject({ limit: 'entries', found: 2 });
  });

  it('refuses an entry that expands suspiciously far', () => {
    const bomb = zipSync({ 'zeros.bin': new Uint8Array(20_000_000) }, { level: 9 });
    expect(refusalOf(() => openZip(bomb, DEFAULT_LIMITS)).details).toMatchObject({ limit: 'expansionRatio' });
  });

  it('stops at the declared size when an entry holds more', () => {
    const lying = zipSync({ 'zeros.bin': new Uint8Array(900_000) }, { level: 9 });
    const view = new DataView(lying.buffer);
    const central = lying.byteLength - 22 - 46 - 'zeros.bin'.length;
    view.setUint32(central + 24, 1000, true);
    expect(refusalOf(() => readAll(lying)).code).toBe('input_corrupt');
  });

  it('never throws anything but a named error on mutated bytes', () => {
    const source = sample();
    assertProperty(
      fc.property(fc.array(fc.tuple(fc.nat(source.length - 1), fc.nat(255)), { maxLength: 6 }), (changes) => {
        const bytes = source.slice();
        for (const [at, value] of changes) bytes[at] = value;
        try {
          readAll(bytes);
        } catch (error) {
          expect(error).toHaveProperty('name', 'ConversionError');
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('writing a ZIP', () => {
  it('gives the same bytes for the same files, and a number to names that are taken', () => {
    const files = [
      { name: 'page.png', bytes: encode('1'), stored: true },
      { name: 'Page.png', bytes: encode('2') },
    ];
    expect(writeZip(files)).toEqual(writeZip(files));
    const zip = openZip(writeZip(files), DEFAULT_LIMITS);
    expect(zip.entries.map(({ name }) => name)).toEqual(['page.png', 'Page (2).png']);
    expect(zip.entries.map((entry) => decode(zip.read(entry)))).toEqual(['1', '2']);
  });

  it('writes piece by piece what can be read as a whole', () => {
    const chunks: Uint8Array[] = [];
    const writer = createZipWriter((bytes) => void chunks.push(bytes));
    expect(writer.add({ name: 'a.txt', bytes: encode('alpha') })).toBe('a.txt');
    expect(writer.add({ name: 'a.txt', bytes: new Uint8Array(0), stored: true })).toBe('a (2).txt');
    writer.close();
    const zip = openZip(Buffer.concat(chunks), DEFAULT_LIMITS);
    expect(zip.entries.map((entry) => decode(zip.read(entry)))).toEqual(['alpha', '']);
  });
});

function readAll(bytes: Uint8Array, limits: Partial<ZipLimits> = {}): void {
  const zip = openZip(bytes, { ...DEFAULT_LIMITS, ...limits });
  for (const entry of zip.entries) zip.read(entry);
}

/** Positions of the flags in all local and central headers. */
function headersOf(bytes: Uint8Array): number[] {
  const found: number[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let at = 0; at + 4 < bytes.length; at++) {
    if (view.getUint32(at, true) === 0x04034b50) found.push(at + 6);
    if (view.getUint32(at, true) === 0x02014b50) found.push(at + 8);
  }
  return found;
}

/** The same archive with its counts moved into the ZIP64 records (APPNOTE 4.3.14 and 4.3.15). */
function asZip64(bytes: Uint8Array): Uint8Array {
  const end = bytes.length - 22;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const record = Buffer.alloc(56 + 20);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(view.getUint16(end + 10, true)), 24);
  record.writeBigUInt64LE(BigInt(view.getUint16(end + 10, true)), 32);
  record.writeBigUInt64LE(BigInt(view.getUint32(end + 12, true)), 40);
  record.writeBigUInt64LE(BigInt(view.getUint32(end + 16, true)), 48);
  record.writeUInt32LE(0x07064b50, 56);
  record.writeBigUInt64LE(BigInt(end), 64);
  record.writeUInt32LE(1, 72);
  const tail = Buffer.from(bytes.subarray(end));
  tail.fill(0xff, 8, 20);
  return Buffer.concat([bytes.subarray(0, end), record, tail]);
}
