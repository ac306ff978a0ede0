import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConversionError, createEngine, type ConvertOptions, type Engine } from '../../engine/index.ts';
import { makeDocx, makePixelBomb, makePng, makeWav } from '../support/make-files.ts';
import { pdfFile } from '../support/pdf-file.ts';

const SOURCES = join(import.meta.dirname, '../../corpus/sources');
const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const source = async (path: string): Promise<Uint8Array> => new Uint8Array(await readFile(join(SOURCES, path)));

let engine: Engine;

beforeAll(() => {
  engine = createEngine();
});

afterAll(() => engine.close());

async function codeOf(input: Uint8Array, options: ConvertOptions): Promise<string> {
  try {
    await engine.convert(input, options);
    return 'converted';
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

describe('a damaged file is refused by name', () => {
  const TRUNCATED: readonly (readonly [string, () => Uint8Array | Promise<Uint8Array>, string])[] = [
    ['PNG', () => makePng(200, 200), 'webp'],
    ['WAV without samples', () => makeWav().subarray(0, 44), 'mp3'],
    ['DOCX', () => makeDocx(['A line of text.']), 'html'],
    ['PDF', () => pdfFile(['BT /F1 12 Tf 72 720 Td (A line of text.) Tj ET']), 'docx'],
    ['MP4', () => source('mp4/h264-aac-tags.mp4'), 'mp3'],
    [
      'JSON',
      () =>
        text(JSON.stringify({ people: [{ name: 'Ada' }, { name: 'Grace' }, { name: 'Katherine' }, { name: 'Hedy' }] })),
      'yaml',
    ],
  ];

  it.each(TRUNCATED)('a truncated %s', async (name, make, to) => {
    const whole = await make();
    const code = await codeOf(whole.slice(0, Math.max(44, Math.floor(whole.byteLength * 0.6))), {
      to,
      fileName: `file.${name.split(' ')[0]}`,
    });
    expect(['input_truncated', 'input_corrupt', 'source_format_undetected']).toContain(code);
  });

  it('a PNG whose pixel data is garbage', async () => {
    const png = makePng(200, 200).slice();
    png.fill(0xaa, 60, png.byteLength - 20);
    expect(await codeOf(png, { to: 'jpg' })).toMatch(/^input_(corrupt|truncated)$/);
  });

  it('random bytes', async () => {
    const noise = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919 + (index >> 3) * 104_729) & 0xff);
    expect(await codeOf(noise, { to: 'png' })).toBe('source_format_undetected');
    expect(await codeOf(noise, { to: 'webp', from: 'png' })).toMatch(
      /^(input_corrupt|input_truncated|source_format_mismatch)$/,
    );
  });

  it('one byte', async () => {
    expect(await codeOf(Uint8Array.of(0), { to: 'png' })).toBe('source_format_undetected');
  });
});

describe('a bomb is refused before it is decoded', () => {
  it.each([
    ['a picture that is too wide', 60_000, 10],
    ['a picture with too many pixels', 30_000, 30_000],
  ])('%s', async (_name, width, height) => {
    const started = process.memoryUsage.rss();
    expect(await codeOf(makePixelBomb(width, height), { to: 'webp' })).toBe('input_too_complex');
    expect(process.memoryUsage.rss() - started).toBeLessThan(600e6);
  });

  it('a DOCX that expands to more than the limit', async () => {
    await using bounded = createEngine({ limits: { expandedBytes: 20_000_000 } });
    const zeros = new Uint8Array(15_000_000);
    const bomb = zipSync({
      '[Content_Types].xml': text('<Types/>'),
      'word/document.xml': zeros,
      'word/media/a.bin': zeros,
    });
    expect(bomb.byteLength).toBeLessThan(100_000);
    await expect(bounded.convert(bomb, { to: 'html', from: 'docx' })).rejects.toMatchObject({
      code: 'input_too_complex',
    });
  });

  it('an XML entity bomb in a DOCX', async () => {
    const laughs = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>`;
    expect(await codeOf(makeDocx([], laughs), { to: 'html' })).toMatch(/^input_(too_complex|corrupt)$/);
  });

  it('JSON that is nested too deeply', async () => {
    const depth = 100_000;
    expect(await codeOf(text('['.repeat(depth) + ']'.repeat(depth)), { to: 'yaml', from: 'json' })).toBe(
      'input_too_complex',
    );
  });

  it('a YAML alias bomb', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) =>
        `l${level + 1}: &l${level + 1} [${Array(9)
          .fill(level ? `*l${level}` : 'lol')
          .join(', ')}]`,
    );
    expect(await codeOf(text(levels.join('\n')), { to: 'json', from: 'yaml' })).toMatch(
      /^input_(too_complex|corrupt)$/,
    );
  });
});

describe('a file that lies', () => {
  it('about its name is converted by its content, with a warning', async () => {
    const { sourceFormat, warnings } = await engine.convert(makePng(), { to: 'jpg', fileName: 'song.mp3' });
    expect(sourceFormat).toBe('png');
    expect(warnings.map(({ code }) => code)).toContain('file_name_mismatch');
  });

  it('about its source format is refused', async () => {
    expect(await codeOf(makePng(), { to: 'jpg', from: 'gif' })).toBe('source_format_mismatch');
  });
});

it('text in a path-like name reaches no file outside the output', async () => {
  const { artifacts } = await engine.convert(makePng(), { to: 'jpg', fileName: '../../etc/passwd.png' });
  expect(artifacts[0]?.name).toBe('passwd.jpg');
});

it('a hundred bad files in a row do not wear the engine out', async () => {
  const good = makePng();
  for (let index = 0; index < 100; index++) {
    const bad = good.slice();
    bad.fill(index, 45, good.byteLength - 12);
    await codeOf(bad, { to: 'webp' });
  }
  await expect(engine.convert(good, { to: 'webp' })).resolves.toMatchObject({ targetFormat: 'webp' });
});
