import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/score-package/codec.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { sourcePath } from '../../../corpus/cases.ts';
import { utf8Bytes } from '../../../engine/io/bytes.ts';
import { openZip, writeZip } from '../../../engine/io/zip.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

const score = readFileSync(sourcePath({ from: 'musicxml', source: 'two-staves-lyrics-tie.musicxml' }));

function pack(bytes: Uint8Array): Promise<Uint8Array[]> {
  return bench.convert(bytes, 'musicxml', 'mxl', 'pack');
}

function unpack(bytes: Uint8Array): Promise<Uint8Array[]> {
  return bench.convert(bytes, 'mxl', 'musicxml', 'unpack');
}

describe('a score in MusicXML', () => {
  it('comes back from its package byte by byte', async () => {
    const [packed] = await pack(score);
    expect(openZip(packed!, DEFAULT_LIMITS).entries.map(({ name }) => name)).toEqual([
      'mimetype',
      'META-INF/container.xml',
      'score.musicxml',
    ]);
    const [unpacked] = await unpack(packed!);
    expect(Buffer.from(unpacked!)).toEqual(score);
    expect(bench.warnings).toEqual([]);
  });

  it('is the one that the container names, and what lies beside it is told', async () => {
    const container = '<container><rootfiles><rootfile full-path="b/second.xml"/></rootfiles></container>';
    const [unpacked] = await unpack(
      writeZip([
        { name: 'META-INF/container.xml', bytes: utf8Bytes(container) },
        { name: 'first.xml', bytes: utf8Bytes('<score-partwise/>') },
        { name: 'b/second.xml', bytes: score },
      ]),
    );
    expect(Buffer.from(unpacked!)).toEqual(score);
    expect(bench.warnings).toMatchObject([{ code: 'feature_dropped', details: { files: 1 } }]);
  });

  it('is refused when it is none', async () => {
    await expect(pack(utf8Bytes('<svg/>'))).rejects.toMatchObject({ code: 'input_corrupt' });
    await expect(unpack(writeZip([{ name: 'notes.txt', bytes: score }]))).rejects.toMatchObject({
      code: 'input_corrupt',
    });
    const [packed] = await pack(score);
    await expect(unpack(packed!.slice(0, -40))).rejects.toMatchObject({ code: 'input_truncated' });
  });
});
