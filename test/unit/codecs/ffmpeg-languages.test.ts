import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import ffmpeg from '../../../engine/codecs/ffmpeg/codec.ts';
import mediabunny from '../../../engine/codecs/mediabunny/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');

let codec: RunnerBench;
let reader: RunnerBench;
beforeAll(async () => {
  codec = await startRunner(ffmpeg);
  reader = await startRunner(mediabunny);
});
afterAll(async () => {
  await codec[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});

it.each<[string, FormatId, readonly string[]]>([
  ['mp4/h264-two-audio-languages.mp4', 'mp4', ['eng', 'deu']],
  ['mov/two-subtitle-languages.mov', 'mov', ['eng', 'ger']],
])('QuickTime says the languages of the tracks of %s', async (source, from, expected) => {
  for (const options of [{}, { width: 80 }]) {
    const [video] = await codec.convert(join(SOURCES, source), from, 'mov', 'video', options);
    for (const bench of [codec, reader]) {
      const { media } = await bench.inspect(video!, 'mov', 'full');
      expect(media!.tracks.flatMap(({ language }) => language ?? [])).toEqual(expected);
    }
  }
});
