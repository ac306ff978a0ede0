import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ConversionResult, type FormatId } from '../../engine/index.ts';
import { CORPORA, hasCorpora } from '../support/corpora.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const SOURCES = join(import.meta.dirname, '../../corpus/sources');
const TIMEOUT_MS = 120_000;

const engine = sharedEngine();

function convert(
  input: string | Uint8Array,
  to: FormatId,
  options: { salvage?: boolean },
  from?: FormatId,
): Promise<ConversionResult> {
  return engine.convert(input, { to, options, verify: 'full', ...(from && { from }) });
}

function secondsOf({ warnings }: ConversionResult): { promisedSeconds: number; foundSeconds: number } {
  const warning = warnings.find(({ code }) => code === 'input_cut_off');
  return warning!.details as { promisedSeconds: number; foundSeconds: number };
}

/** The beginning of one of our own files. */
function beginningOf(path: string, share: number): Uint8Array {
  const bytes = readFileSync(join(SOURCES, path));
  return bytes.subarray(0, Math.floor(bytes.byteLength * share));
}

describe('a truncated file', () => {
  it.each([
    ['wav/sweep-stereo-16bit-tags.wav', 'flac'],
    ['wmv/wmv2-wma-tags.wmv', 'mp4'],
    ['ogv/theora-vorbis-tags.ogv', 'mkv'],
    ['mkv/h264-aac-subtitles.mkv', 'mp4'],
  ] as const)(
    '%s gives what is left of it as %s, and is refused where that is asked',
    async (path, to) => {
      const from = path.slice(0, path.indexOf('/')) as FormatId;
      const cut = beginningOf(path, 0.9);
      await expect(convert(cut, to, { salvage: false }, from)).rejects.toMatchObject({
        code: 'input_truncated',
        message: expect.stringContaining('salvage'),
      });
      const result = await convert(cut, to, {}, from);
      const { foundSeconds } = secondsOf(result);
      expect(foundSeconds).toBeGreaterThan(0.02);
      const made = result.artifacts[0]!;
      const bytes = 'bytes' in made ? made.bytes : readFileSync(made.path);
      const again = await convert(bytes, 'wav', {}, to);
      expect(again.report.checks.every(({ ok }) => ok)).toBe(true);
    },
    TIMEOUT_MS,
  );

  it(
    'is merged with nothing',
    async () => {
      const parts = [
        beginningOf('wav/sweep-stereo-16bit-tags.wav', 0.9),
        beginningOf('wav/sweep-stereo-16bit-tags.wav', 1),
      ];
      await expect(engine.merge(parts, { to: 'wav' })).rejects.toMatchObject({ code: 'input_truncated' });
    },
    TIMEOUT_MS,
  );

  it(
    'is told of only where something is missing',
    async () => {
      const result = await convert(join(SOURCES, 'ogg/sweep-vorbis-tags.ogg'), 'wav', { salvage: true });
      expect(result.warnings).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'is refused when nothing is left of it',
    async () => {
      const head = beginningOf('ogg/sweep-vorbis-tags.ogg', 0.6);
      for (const options of [{}, { salvage: true }])
        await expect(convert(head, 'wav', options, 'ogg')).rejects.toMatchObject({
          code: 'input_truncated',
          message: expect.stringContaining('nothing is left'),
        });
    },
    TIMEOUT_MS,
  );
});

describe.skipIf(!hasCorpora)('real truncated files', () => {
  it.each([
    ['video/mediabunny/annex-b.mp4', 'mp4', 35.23, 0.5],
    ['video/mediabunny/annex-b.mp4', 'webm', 35.23, 0.5],
    ['video/file-type/fixture.wma.asf', 'flac', 2.6, 0.6],
    ['video/mutagen/sample_length.oggtheora', 'mp4', 0.75, 0.75],
  ] as const)(
    '%s gives what is left of it as %s, and tells how much that is',
    async (path, to, promised, found) => {
      const { promisedSeconds, foundSeconds } = secondsOf(await convert(join(CORPORA, path), to, {}));
      expect(promisedSeconds).toBeCloseTo(promised, 1);
      expect(foundSeconds).toBeCloseTo(found, 1);
    },
    TIMEOUT_MS,
  );

  it(
    'a whole film of which few packets say their time is taken whole',
    async () => {
      const result = await convert(join(CORPORA, 'video/file-type/fixture.mpg'), 'mp4', { salvage: true });
      expect(result.warnings.map(({ code }) => code)).not.toContain('input_cut_off');
    },
    TIMEOUT_MS,
  );

  it(
    'an audiobook of which only the cover is left is refused either way',
    async () => {
      const file = join(CORPORA, 'audio/mutagen/nero-chapters.m4b');
      for (const options of [{}, { salvage: false }, { salvage: true }])
        await expect(convert(file, 'flac', options)).rejects.toMatchObject({ code: 'input_truncated' });
    },
    TIMEOUT_MS,
  );
});
