import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { encodeCsv } from '../../../bench/inputs/csv.ts';
import { loopVideo } from '../../../bench/inputs/video.ts';
import { encodePdf } from '../../../bench/inputs/pdf.ts';
import { encodePng, photographPixels } from '../../../bench/inputs/photograph.ts';
import { screenshotPixels } from '../../../bench/inputs/screenshot.ts';
import { encodeWav } from '../../../bench/inputs/audio.ts';
import { encodeDocx } from '../../../bench/inputs/word-document.ts';
import { quantile } from '../../../bench/measure.ts';
import mediabunny from '../../../engine/codecs/mediabunny/codec.ts';
import officeXml from '../../../engine/codecs/office-xml/codec.ts';
import pdfium from '../../../engine/codecs/pdfium/codec.ts';
import vips from '../../../engine/codecs/vips/codec.ts';
import { startRunner } from '../../support/runner.ts';

const FILM = join(import.meta.dirname, '../../../corpus/sources/mp4/h264-aac-tags.mp4');

describe('the inputs of the bench', () => {
  it('are a PNG with its pixels', async () => {
    await using reader = await startRunner(vips);
    const { raster } = await reader.inspect(encodePng(photographPixels(120, 90), 120, 90), 'png', 'full');
    expect(raster).toMatchObject({ width: 120, height: 90, frames: 1, alpha: false, bitsPerChannel: 8 });
  });

  it('are a PNG of a screenshot: translucent at its margin, of few colours inside', async () => {
    const pixels = screenshotPixels(300, 200);
    await using reader = await startRunner(vips);
    const { raster } = await reader.inspect(encodePng(pixels, 300, 200, 4), 'png', 'full');
    expect(raster).toMatchObject({ width: 300, height: 200, alpha: true });
    const colours = new Set(new Uint32Array(pixels.buffer));
    expect(colours.size).toBeGreaterThan(20);
    expect(colours.size).toBeLessThan(200);
  });

  it('are images with edges and texture: most neighbours differ, and all of the range is used', () => {
    const pixels = photographPixels(300, 200);
    let differing = 0;
    for (let index = 3; index < pixels.length; index++) if (pixels[index] !== pixels[index - 3]) differing++;
    expect(differing / pixels.length).toBeGreaterThan(0.6);
    expect(quantile([...pixels], 0)).toBeLessThan(70);
    expect(quantile([...pixels], 1)).toBeGreaterThan(185);
  });

  it('are a WAV of the asked length', async () => {
    await using reader = await startRunner(mediabunny);
    const { media } = await reader.inspect(encodeWav(1.5), 'wav', 'full');
    expect(media?.durationMs).toBeCloseTo(1500, 0);
    expect(media?.tracks).toMatchObject([{ kind: 'audio', channels: 2, sampleRate: 44_100, bitsPerSample: 16 }]);
  });

  it.each(['mp4', 'mov'] as const)('are a longer video in %s, whose audio is as long as its image', async (format) => {
    await using reader = await startRunner(mediabunny);
    const { media } = await reader.inspect(await loopVideo(await readFile(FILM), 5, format), format, 'full');
    const tracks = Object.fromEntries(media!.tracks.map((track) => [track.kind, track]));
    expect(tracks['video']).toMatchObject({ packets: 125, width: 160, height: 120 });
    expect(tracks['video']!.durationMs).toBeCloseTo(5000, -2);
    expect(tracks['audio']!.durationMs).toBeCloseTo(5000, -2);
  });

  it('are a PDF whose pages hold prose under headings', async () => {
    await using reader = await startRunner(pdfium);
    const { document } = await reader.inspect(encodePdf(3), 'pdf', 'full');
    expect(document?.pages).toBe(3);
    expect(document?.text.match(/Chapter \d/g)).toEqual(['Chapter 1', 'Chapter 2', 'Chapter 3']);
    expect(document!.text.length).toBeGreaterThan(3 * 1500);
  });

  it('are a Word document with headings, lists and tables', async () => {
    await using reader = await startRunner(officeXml);
    const { document } = await reader.inspect(await encodeDocx(2), 'docx', 'full');
    expect(document).toMatchObject({ headings: 2, tables: 2 });
  });

  it('are a CSV with quotes, commas and line breaks inside fields', () => {
    const rows = parse(encodeCsv(40), { columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(40);
    expect(rows[0]).toMatchObject({ id: '1', city: 'Aachen' });
    expect(rows[0]!['note']).toMatch(/, "as said"\nthen$/);
  });

  it('are the same in every run', () => {
    expect(photographPixels(40, 30)).toEqual(photographPixels(40, 30));
    expect(encodeWav(0.1)).toEqual(encodeWav(0.1));
    expect(encodePdf(1)).toEqual(encodePdf(1));
    expect(encodeCsv(5)).toEqual(encodeCsv(5));
  });
});
