import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/svgz/codec.ts';
import { utf8Bytes } from '../../../engine/io/bytes.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let svgz: RunnerBench;
beforeAll(async () => {
  svgz = await startRunner(codec);
});
afterAll(() => svgz[Symbol.asyncDispose]());

const svg = utf8Bytes(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
);

describe('a drawing', () => {
  it('comes back byte by byte', async () => {
    const [packed] = await svgz.convert(svg, 'svg', 'svgz', 'compress');
    expect(new Uint8Array(gunzipSync(packed!))).toEqual(svg);
    const [unpacked] = await svgz.convert(packed!, 'svgz', 'svg', 'expand');
    expect(unpacked).toEqual(svg);
  });

  it('is refused when it is none, is damaged, or expands without end', async () => {
    const pack = (text: string): Promise<unknown> => svgz.convert(utf8Bytes(text), 'svg', 'svgz', 'compress');
    await expect(pack('Not a drawing.')).rejects.toMatchObject({ code: 'input_corrupt' });
    await expect(pack('<svg><g>')).rejects.toMatchObject({ code: 'input_corrupt' });
    const unpack = (packed: Uint8Array): Promise<unknown> => svgz.convert(packed, 'svgz', 'svg', 'expand');
    const packed = new Uint8Array(gzipSync(svg));
    await expect(unpack(packed.slice(0, -20))).rejects.toMatchObject({ code: 'input_truncated' });
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(60_000_000, '<svg/>')));
    await expect(unpack(bomb)).rejects.toMatchObject({ code: 'input_too_complex', details: { limit: 'xmlChars' } });
  });
});
