import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encode } from '@msgpack/msgpack';
import { serialize } from 'bson';
import { encode as encodeCbor } from 'cbor2';
import { describe, expect, it } from 'vitest';
import { bytesSource, detect } from '../../../engine/formats/detect/index.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const formatOf = async (bytes: Uint8Array): Promise<string> => (await detect(bytesSource(bytes))).format;
const rows = Array.from({ length: 5000 }, (_, id) => ({
  id,
  name: `row number ${id}`,
  ratio: id / 7,
  ok: id % 2 === 0,
}));

describe('binary data without a signature is known by its structure', () => {
  it.each([
    ['msgpack', encode({ a: [1, 'x', null] }), encode(rows)],
    ['cbor', encodeCbor({ a: [1, 'x', null] }), encodeCbor(rows)],
    ['bson', serialize({ a: [1, 'x', null] }), Buffer.concat(rows.map((row) => serialize(row)))],
  ])('%s, small and large', async (format, small, large) => {
    expect(large.byteLength).toBeGreaterThan(65_536);
    expect(await formatOf(small)).toBe(format);
    expect(await formatOf(large)).toBe(format);
  });

  it.each([
    ['msgpack', encode({ a: [1, 'x', null] })],
    ['cbor', encodeCbor({ a: [1, 'x', null] })],
    ['bson', serialize({ a: [1, 'x', null] })],
  ])('%s, but not with a byte too many', async (format, bytes) => {
    const longer = Uint8Array.of(...bytes, 0xc1);
    expect(await formatOf(longer).catch(() => 'none')).not.toBe(format);
  });

  it('and so is a stream of Arrow', async () => {
    expect(await formatOf(await readFile(join(SOURCES, 'arrow/stream-decimals.arrow')))).toBe('arrow');
  });

  it('while noise is nothing', async () => {
    const noise = Uint8Array.from({ length: 5000 }, (_, index) => (Math.imul(index + 3, 2_654_435_761) >>> 13) & 0xff);
    expect(await formatOf(noise).catch(() => 'none')).not.toMatch(/^(msgpack|cbor|bson|arrow)$/);
  });
});
