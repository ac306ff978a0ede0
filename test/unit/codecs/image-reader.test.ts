import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/image-reader/codec.ts';
import { READERS } from '../../../engine/codecs/image-reader/formats.ts';
import magickCodec from '../../../engine/codecs/magick/codec.ts';
import { compareRaster } from '../../../engine/content/raster/diff.ts';
import { collectFindings } from '../../../engine/verify/findings.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { edgeBetween, startRunner, type RunnerBench } from '../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');

let reader: RunnerBench;
let magick: RunnerBench;
beforeAll(async () => {
  reader = await startRunner(codec);
  magick = await startRunner(magickCodec);
});
afterAll(async () => {
  await reader[Symbol.asyncDispose]();
  await magick[Symbol.asyncDispose]();
});

/** Written as bytes, each read by ImageMagick as well. */
const FILES = (codec.verifies ?? [])
  .filter((format) => format in READERS) // not PNG and JPEG, of which it reads what is plain
  .filter((format) => readdirSync(SOURCES).includes(format))
  .flatMap((format) => readdirSync(join(SOURCES, format)).map((name) => [format, name] as const))
  .filter(([, name]) => name !== 'two-frames.miff' && name !== 'card-offset-on-its-grid.j2k');

const PNGS = [
  'card-fading-to-transparent.png',
  'gradient-16bit-alpha.png',
  'flat-shapes-and-letters.png',
  'scanned-letter-table.png',
];
/** Colours with opacity, colours alone, and grey. */
const WRITTEN = (
  [
    ...(['fits', 'vicar', 'viff', 'vips', 'dpx', 'cin', 'dds', 'miff', 'ase', 'pict', 'pgx', 'palm', 'icns'] as const),
    ...(['jp2', 'j2k', 'sixel', 'exr', 'hdr', 'g3'] as const),
  ] as const
).flatMap((format) => PNGS.map((name) => [format, name] as const));

const expectation = (format: FormatId) =>
  ({
    from: format,
    to: 'png',
    kept: ['look', 'alpha'],
    lost: [],
    gone: [],
    operations: ['recode'],
    takes: 'all',
    gives: 'one',
    options: {},
  }) as const;

describe('a reader of our own', () => {
  it.each(FILES)('sees in %s %s what ImageMagick sees', async (format, name) => {
    await expectSameImage(new Uint8Array(readFileSync(join(SOURCES, format, name))), format);
  });

  it.each(WRITTEN)('sees in a %s of %s what ImageMagick has written', async (format, name) => {
    const png = new Uint8Array(readFileSync(join(SOURCES, 'png', name)));
    const [written] = await magick.convert(png, 'png', format, edgeBetween(magickCodec, 'png', format));
    await expectSameImage(written!, format);
  });

  it.each([
    ['miff', 'two-frames.miff'],
    ['j2k', 'card-offset-on-its-grid.j2k'],
  ] as const)('leaves what it does not know to another reader: %s %s', async (format, name) => {
    const file = new Uint8Array(readFileSync(join(SOURCES, format, name)));
    await expect(reader.inspect(file, format)).resolves.toMatchObject({ isUnread: true });
  });

  it('names the fault of an image without channels', async () => {
    const bytes = new Uint8Array(readFileSync(join(SOURCES, 'sgi/card-fading-to-transparent.sgi')));
    bytes.fill(0, 10, 12);
    await expect(reader.inspect(bytes, 'sgi')).rejects.toMatchObject({ code: 'input_corrupt' });
  });

  async function expectSameImage(bytes: Uint8Array, format: FormatId): Promise<void> {
    const ours = await reader.inspect(bytes.slice(), format);
    const theirs = await magick.inspect(bytes.slice(), format);
    expect(ours.raster).toMatchObject({ width: theirs.raster!.width, height: theirs.raster!.height });
    expect(ours.raster!.thumbnails).toHaveLength(theirs.raster!.thumbnails!.length);
    expect(collectFindings(compareRaster(theirs, [ours], expectation(format))).differences.listed).toEqual([]);
  }

  it.each(FILES)('names the fault of %s %s cut in the middle', async (format, name) => {
    const bytes = new Uint8Array(readFileSync(join(SOURCES, format, name)));
    const half = bytes.slice(0, Math.floor(bytes.length / 3));
    const found = await reader.inspect(half, format).catch((error: unknown) => error);
    // Bitmaps of text hold whatever stands in them.
    if (found instanceof Error)
      expect(found).toMatchObject({ code: expect.stringMatching(/^input_(corrupt|truncated|too_complex)$/) });
  });
});
