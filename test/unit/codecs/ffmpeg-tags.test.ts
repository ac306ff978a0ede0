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
