import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ConversionResult } from '../../../engine/index.ts';
import { readTiffDirectories } from '../../../engine/content/raster/tiff/directories.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const APNG = 'apng/default-hidden-parts-blended-cleared-taken-back.apng';
const path = (name: string): string => join(SOURCES, name);

const engine = sharedEngine();

function bytesOf({ artifacts }: ConversionResult): Uint8Array {
  const [artifact] = artifacts;
  return 'bytes' in artifact! ? artifact.bytes : new Uint8Array(readFileSync(artifact!.path));
}

const codecsOf = ({ plan }: ConversionResult): string[] => plan.steps.map(({ codec }) => codec);

describe('the ways of images', () => {
  it('keep all frames of an animated PNG, whatever its name', async () => {
    const bytes = new Uint8Array(readFileSync(path(APNG)));
    const result = await engine.convert(bytes, { to: 'webp', fileName: 'still.png', verify: 'full' });
    expect(result.sourceFormat).toBe('apng');
    expect(codecsOf(result)).toEqual(['vips']);
    expect(result.report).toMatchObject({ verified: 'content', lost: [] });
    expect(result.report.checks).toContainEqual(
      expect.objectContaining({ name: 'frames', ok: true, expected: 5, found: 5 }),
    );
  });

  it('judge an animated PNG by a reader that did not write it', async () => {
    const result = await engine.convert(path('gif/animated-three-frames-loop-2.gif'), { to: 'apng' });
    expect(result.report.judge).toMatchObject({ writes: 'vips', judges: 'ffmpeg', independent: true });
    expect(result.warnings).toEqual([]);
    expect(result.report.checks).toContainEqual(expect.objectContaining({ name: 'loops', ok: true, found: 2 }));
  });

  it('keep 16 bits of JPEG XL, and its frames', async () => {
    const deep = await engine.convert(path('jxl/gradient-16bit-alpha-boxes.jxl'), { to: 'png' });
    expect(deep.report).toMatchObject({ verified: 'content', lost: [] });
    expect(deep.report.checks).toContainEqual(expect.objectContaining({ name: 'depth', ok: true }));
    const moving = await engine.convert(path('jxl/animated-three-frames-loop-2.jxl'), { to: 'webp' });
    expect(moving.report.checks).toContainEqual(expect.objectContaining({ name: 'frames', ok: true, found: 3 }));
  });

  it('write JPEG XL that another reader finds its metadata in', async () => {
    const result = await engine.convert(path('jpg/camera-position-preview.jpg'), { to: 'jxl' });
    expect(result.report).toMatchObject({ verified: 'content', lost: [] });
    expect(result.report.checks).toContainEqual(expect.objectContaining({ name: 'metadata', ok: true }));
  });

  it('turn and grey an image, and verify that', async () => {
    const options = { rotate: '90', colourSpace: 'grey' };
    const result = await engine.convert(path('jpg/orientation-6-exif.jpg'), { to: 'png', options });
    expect(result.report).toMatchObject({ verified: 'content', lost: ['colour'] });
  });

  it('join images into pages of one TIFF, each with its size and depth', async () => {
    const inputs = ['png/gradient-16bit-alpha.png', 'jpg/orientation-6-exif.jpg', 'tiff/three-pages-lzw.tiff'];
    const result = await engine.merge(inputs.map(path), { to: 'tiff' });
    const [WIDTH, BITS] = [256, 258];
    const pages = readTiffDirectories(bytesOf(result)).map((page) => [page.values(WIDTH)[0], page.values(BITS)[0]]);
    expect(pages).toEqual([
      [48, 16],
      [96, 8],
      [96, 8],
      [96, 8],
      [96, 8],
    ]);
    expect(result.report.verified).toBe('content');
  });
});
