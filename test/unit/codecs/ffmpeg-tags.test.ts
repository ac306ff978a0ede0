import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/ffmpeg/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import type { MediaFacts } from '../../../engine/contract/facts.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

/** An audio book of half a second, as an encoder that signs its files writes it. */
const BOOK = join(import.meta.dirname, '../../../corpus/sources/m4a/two-chapters-cover.m4a');

let ffmpeg: RunnerBench;
beforeAll(async () => {
  ffmpeg = await startRunner(codec);
});
afterAll(async () => {
  await ffmpeg[Symbol.asyncDispose]();
});
beforeEach(() => {
  ffmpeg.warnings.length = 0;
});

async function made(to: FormatId): Promise<{ bytes: Buffer; media: MediaFacts }> {
  const [bytes] = await ffmpeg.convert(BOOK, 'm4a', to, 'audio');
  const told = [...ffmpeg.warnings];
  const { media } = await ffmpeg.inspect(bytes!, to, 'full');
  ffmpeg.warnings.splice(0, Infinity, ...told);
  return { bytes: Buffer.from(bytes!), media: media! };
}

const hasCover = ({ tracks }: MediaFacts): boolean => tracks.some(({ kind }) => kind === 'cover');

describe('an audio book keeps its title and its chapters, and its cover where there is a place for it', () => {
  it.each([
    ['m4a', true],
    ['mp3', true],
    ['mka', true],
    ['flac', true],
    ['ogg', true],
    ['oga', true],
    ['opus', true],
    ['aiff', true],
    ['wma', false],
    ['weba', false],
    ['3ga', false],
  ] as const)('in %s', async (to, cover) => {
    const { bytes, media } = await made(to);
    expect(media.tags).toMatchObject({ title: 'Sweep', artist: 'Athanor' });
    expect(media.chapters).toBe(2);
    expect(hasCover(media)).toBe(cover);
    expect(ffmpeg.warnings.map(({ code }) => code)).toEqual(cover ? [] : ['tags_dropped']);
    // A title that is no chapter's is one of the tags that nobody shows.
    expect(bytes.includes('CHAPTER002NAME') ? bytes.indexOf('CHAPTER002NAME') : Infinity).toBeGreaterThan(
      bytes.indexOf('CHAPTER002='),
    );
  });

  it.each(['wav', 'wv', 'au', 'caf'] as const)('or says that %s has none', async (to) => {
    expect((await made(to)).media.chapters).toBeUndefined();
    expect(ffmpeg.warnings.map(({ message }) => message)).toContainEqual(expect.stringContaining('2 chapters'));
  });
});

/** A tag of ID3 with ten bytes as its cover, which are no image. */
const DAMAGED_COVER =
  '4944330400000000002d4150494300000023000003696d6167652f6a706567001048656c6c6f20576f726c640000010203040506070809';

describe('a cover that is damaged', () => {
  it.each(['m4a', 'flac', 'ogg'] as const)('is left out of %s, which is told', async (to) => {
    const whole = readFileSync(join(import.meta.dirname, '../../../corpus/sources/mp3/sweep-tags-cover.mp3'));
    const source = Buffer.concat([Buffer.from(DAMAGED_COVER, 'hex'), whole.subarray(whole.length / 2)]);
    const [bytes] = await ffmpeg.convert(source, 'mp3', to, 'audio');
    expect(hasCover((await ffmpeg.inspect(bytes!, to, 'full')).media!)).toBe(false);
    expect(ffmpeg.warnings.map(({ message }) => message)).toContainEqual(expect.stringContaining('it is damaged'));
  });
});
