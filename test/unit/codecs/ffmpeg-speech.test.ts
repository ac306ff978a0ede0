import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import ffmpeg from '../../../engine/codecs/ffmpeg/codec.ts';
import { withSingleAmrFrames } from '../../../engine/content/timeline/containers/amr-packets.ts';
import { memoryFile } from '../../../engine/io/memory-file.ts';
import { amrMovie } from '../../support/amr-movie.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const TIMEOUT_MS = 60_000;

let codec: RunnerBench;
beforeAll(async () => {
  codec = await startRunner(ffmpeg);
}, TIMEOUT_MS);
afterAll(() => codec[Symbol.asyncDispose]());

describe('AMR speech with several frames in a packet', () => {
  it(
    'is decoded to its end',
    async () => {
      await using directory = await temporaryDirectory();
      const path = join(directory.path, 'speech.3gp');
      // 41 packets of 5 frames of 20 ms, the last of them alone in its chunk.
      await writeFile(path, amrMovie(41, 5));
      const [wave] = await codec.convert(path, '3gp', 'wav', 'audio');
      const { media } = await codec.inspect(wave!, 'wav', 'full');
      expect(media?.durationMs).toBeCloseTo(4100, -1);
    },
    TIMEOUT_MS,
  );

  it('leaves files of one frame a packet, and files that are cut off, as they are', () => {
    expect(withSingleAmrFrames(memoryFile(amrMovie(4, 1)))).toBeUndefined();
    expect(withSingleAmrFrames(memoryFile(amrMovie(4, 3).subarray(0, -1)))).toBeUndefined();
  });

  it('leaves packets that hold something else as they are', () => {
    const bytes = amrMovie(4, 3);
    bytes[bytes.byteLength - 32] = 0; // a shorter frame than the packet has room for
    expect(withSingleAmrFrames(memoryFile(bytes))).toBeUndefined();
  });
});
