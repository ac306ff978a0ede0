import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConversionError, createEngine, type Engine, type FormatId } from '../../engine/index.ts';
import { bytes, u32be, zeros } from '../support/sample-files.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../support/temporary-directory.ts';
import { SCRIPTS, SECRET, startCanary, type Canary, type ScriptName } from './media-scripts.ts';

const SOURCES = join(import.meta.dirname, '../../corpus/sources');
const source = (path: string): Buffer => readFileSync(join(SOURCES, path));
const MP3 = source('mp3/sweep-tags-cover.mp3');

let engine: Engine;
let scratch: TemporaryDirectory;
let canary: Canary;

beforeAll(async () => {
  scratch = await temporaryDirectory();
  canary = await startCanary(scratch.path);
  engine = createEngine({ scratchDir: scratch.path });
});
afterAll(async () => {
  await engine.close();
  await canary[Symbol.asyncDispose]();
  await scratch[Symbol.asyncDispose]();
});

/** The code of the refusal, or what came out. */
async function outcome(inputs: readonly Uint8Array[], to: FormatId, fileNames: readonly string[]) {
  try {
    const { artifacts } = await engine.merge(inputs, { to, fileNames });
    const [artifact] = artifacts;
    return Buffer.from('bytes' in artifact! ? artifact.bytes : readFileSync(artifact!.path));
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

describe('among files that are joined', () => {
  it.each(Object.keys(SCRIPTS) as ScriptName[])('%s opens no other file', async (name) => {
    const text = bytes(SCRIPTS[name](canary));
    for (const [to, other] of [
      ['mp3', MP3],
      ['mp4', source('mp4/h264-aac-tags.mp4')],
    ] as const) {
      const found = await outcome([other, text], to, [`a.${to}`, `b.${to}`]);
      expect(found, to).toMatch(/^(input_\w+|unsupported_conversion|source_format_undetected|unknown_source_format)$/);
    }
    expect(canary.calls).toBe(0);
  });

  // FFmpeg looks for a script at the beginning of each part, and for sound wherever it is.
  it.each<[string, (canary: Canary) => string]>([
    ['that names a file of the host', ({ secretPath }) => `file '${secretPath}'`],
    ['that names a host', ({ port }) => `file 'http://127.0.0.1:${port}/a.mp3'`],
    ['that names itself', () => "file '/parts.ffconcat'"],
    ['that names its neighbour', () => "file '/job/input-0'"],
  ])('sound behind a script %s', async (_name, line) => {
    const script = bytes(`ffconcat version 1.0\n${line(canary)}\n`);
    const tag = Buffer.concat([bytes('ID3', [3, 0, 0, 0, 0, 0, 10]), zeros(10)]);
    for (const beginning of [script, Buffer.concat([tag, script])]) {
      const disguised = Buffer.concat([beginning, MP3.subarray(MP3.indexOf(Buffer.of(0xff, 0xfb)))]);
      const found = await outcome([MP3, disguised], 'mp3', ['a.mp3', 'b.mp3']);
      if (typeof found === 'string') expect(found).toMatch(/^(input_\w+|output_not_verified|conversion_failed)$/);
      else expect(found.includes(SECRET)).toBe(false);
    }
    expect(canary.calls).toBe(0);
  });
});

describe('images that are joined', () => {
  it('promise no more pixels than are allowed', async () => {
    const header = bytes(u32be(16_000), u32be(16_000), [8, 6, 0, 0, 0]);
    const bomb = bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], u32be(13), 'IHDR', header, u32be(0));
    for (const to of ['mp4', 'gif'] as const)
      expect(await outcome([bomb, bomb], to, ['a.png', 'b.png']), to).toMatch(/^input_\w+$/);
  });

  it('are no more than are allowed', async () => {
    await using strict = createEngine({ limits: { pages: 3 } });
    const image = source('png/card-fading-to-transparent.png');
    const refusal = strict.merge([image, image, image, image], { to: 'mp4' });
    await expect(refusal).rejects.toMatchObject({ code: 'input_too_complex' });
  });
});

it('sounds that are joined are no longer than is allowed', async () => {
  await using strict = createEngine({ limits: { mediaSeconds: 2 } });
  await expect(strict.merge([MP3, MP3, MP3], { to: 'flac' })).rejects.toMatchObject({ code: 'input_too_complex' });
});
