import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type ConversionResult, type Engine } from '../../engine/index.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../support/temporary-directory.ts';

const CSV = new TextEncoder().encode('name,age\nAda,36\nGrace,45\n');
const PEOPLE = [
  { name: 'Ada', age: 36 },
  { name: 'Grace', age: 45 },
];

let directory: TemporaryDirectory;
let engine: Engine;

beforeAll(async () => {
  directory = await temporaryDirectory();
  engine = createEngine({ scratchDir: join(directory.path, 'scratch') });
});

afterAll(async () => {
  await engine.close();
  await directory[Symbol.asyncDispose]();
});

function jsonOf({ artifacts }: ConversionResult): unknown {
  const [artifact] = artifacts;
  if (!artifact || !('bytes' in artifact)) throw new Error('expected bytes');
  return JSON.parse(new TextDecoder().decode(artifact.bytes));
}

describe('convert', () => {
  it('gives every sheet of a workbook a file of its own where the target holds one table', async () => {
    const workbook = 'corpus/sources/xlsx/purchases-formulas-dates-two-sheets.xlsx';
    const { artifacts, report } = await engine.convert(workbook, { to: 'json' });
    expect(artifacts.map(({ name }) => name)).toEqual([
      'purchases-formulas-dates-two-sheets Purchases-1.json',
      'purchases-formulas-dates-two-sheets Heat-2.json',
    ]);
    expect(report.verified).toBe('content');
    const first = await engine.convert(workbook, { to: 'json', options: { pages: '1' } });
    expect(first.artifacts).toHaveLength(1);
  }, 30_000);

  it('gives bytes, the plan, a report of what was checked, and times', async () => {
    const result = await engine.convert(CSV, { to: 'json' });
    expect(jsonOf(result)).toEqual(PEOPLE);
    expect(result).toMatchObject({ sourceFormat: 'csv', targetFormat: 'json', warnings: [] });
    expect(result.plan.steps).toHaveLength(1);
    expect(result.report).toMatchObject({ verified: 'content', score: 100, lost: [], gone: [] });
    expect(result.report.checks.length).toBeGreaterThan(0);
    expect(result.timings.total).toBeGreaterThan(0);
  });

  it.each([
    ['a Blob', () => new Blob([CSV])],
    ['a Node stream', () => Readable.from([CSV])],
    ['a web stream', () => new Blob([CSV]).stream()],
  ])('takes %s', async (_name, input) => {
    expect(jsonOf(await engine.convert(input(), { to: 'json', fileName: 'people.csv' }))).toEqual(PEOPLE);
  });

  it('leaves the bytes of its caller as they were', async () => {
    const bytes = new Uint8Array(CSV);
    await engine.convert(bytes, { to: 'json' });
    expect([...bytes]).toEqual([...CSV]);
  });

  it('writes a file under the name of its input, and nothing else', async () => {
    const path = join(directory.path, 'people.csv');
    const outDir = join(directory.path, 'out');
    await writeFile(path, CSV);
    const { artifacts } = await engine.convert(path, { to: 'json', outDir });
    expect(artifacts).toEqual([
      { name: 'people.json', format: 'json', path: join(outDir, 'people.json'), size: expect.any(Number) },
    ]);
    expect(JSON.parse(await readFile(join(outDir, 'people.json'), 'utf8'))).toEqual(PEOPLE);
    expect(await readdir(outDir)).toEqual(['people.json']);
  });

  it('warns about a wrong file name and goes by the content', async () => {
    const { sourceFormat, warnings } = await engine.convert(CSV, { to: 'json', fileName: 'people.png' });
    expect(sourceFormat).toBe('csv');
    expect(warnings).toMatchObject([{ code: 'file_name_mismatch' }]);
  });

  it('takes the word of an earlier detection, with its warnings', async () => {
    const detection = await engine.detect(CSV, { fileName: 'people.png' });
    const known = { ...detection, format: 'tsv' } as const; // wrong, so that a second detection would be seen
    const { sourceFormat, warnings } = await engine.convert(CSV, { to: 'json', detection: known });
    expect(sourceFormat).toBe('tsv');
    expect(warnings).toMatchObject([{ code: 'file_name_mismatch' }]);
  });

  it('tells its progress, monotone and up to 1', async () => {
    const seen: number[] = [];
    await engine.convert(CSV, { to: 'yaml', onProgress: (fraction) => seen.push(fraction) });
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it('is given up on by its signal, and leaves nothing behind', async () => {
    const abort = new AbortController();
    const running = engine.convert(Readable.from(endlessRows()), {
      to: 'json',
      fileName: 'a.csv',
      signal: abort.signal,
    });
    setTimeout(() => abort.abort(), 50);
    await expect(running).rejects.toMatchObject({ code: 'aborted' });
    await expectEmptyScratch();
  });

  it.each([
    [{ to: 'mp3' }, 'unsupported_conversion'],
    [{ to: 'jsonn' }, 'unknown_target_format'],
    [{ to: 'json', from: 'cvs' }, 'unknown_source_format'],
    [{ to: 'json', from: 'png' }, 'source_format_mismatch'],
    [{ to: 'json', options: { quality: 101 } }, 'invalid_options'],
    [{ to: 'json', options: { colour: 'red' } }, 'invalid_options'],
    [{ to: 'json', options: { quality: 50 } }, 'invalid_options'],
  ])('refuses %j with %s', async (options, code) => {
    await expect(engine.convert(CSV, options)).rejects.toMatchObject({ code });
  });

  it('names what the source can become when the pair is impossible', async () => {
    const error = await engine.convert(CSV, { to: 'mp3' }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ details: { supportedTargets: expect.arrayContaining(['json', 'yaml', 'tsv']) } });
  });

  it('ends a conversion that takes too long, and serves the next', async () => {
    await expect(engine.convert(CSV, { to: 'ndjson', deadlineMs: 0 })).rejects.toMatchObject({
      code: 'conversion_timeout',
    });
    await expect(engine.convert(CSV, { to: 'ndjson' })).resolves.toMatchObject({ targetFormat: 'ndjson' });
  });

  it('leaves nothing in its scratch directory', async () => {
    await engine.convert(Readable.from([CSV]), { to: 'json', outDir: join(directory.path, 'elsewhere') });
    await expectEmptyScratch();
  });
});

describe('merge', () => {
  it('packs files into a ZIP that was counted and summed', async () => {
    const { artifacts, report } = await engine.merge([CSV, CSV], { to: 'zip', fileNames: ['a.csv', 'b.csv'] });
    const [zip] = artifacts;
    if (!zip || !('bytes' in zip)) throw new Error('expected bytes');
    expect(Object.keys(unzipSync(zip.bytes))).toEqual(['a.csv', 'b.csv']);
    expect(zip.name).toBe('a.zip');
    expect(report.checks.map(({ name, ok }) => [name, ok])).toEqual([
      ['entries', true],
      ['expanded bytes', true],
    ]);
  });

  it('refuses to join what cannot be joined', async () => {
    await expect(engine.merge([CSV], { to: 'mp4' })).rejects.toMatchObject({ code: 'unsupported_conversion' });
    await expect(engine.merge([], { to: 'zip' })).rejects.toMatchObject({ code: 'empty_file' });
  });
});

it('starts nothing before the first conversion, and refuses work after it was closed', async () => {
  const own = createEngine();
  expect(own.status().lanes.every(({ started }) => !started)).toBe(true);
  expect(own.formats().length).toBeGreaterThan(20);
  await expect(own.detect(CSV)).resolves.toMatchObject({ format: 'csv' });
  await own.close();
  await own.close();
  await expect(own.convert(CSV, { to: 'json' })).rejects.toMatchObject({ code: 'closed' });
});

it('runs without a codec that was left out, and says which package a plan would need', () => {
  const without = createEngine({ without: ['graphviz'] });
  expect(() => without.plan('gv', 'svg')).toThrow(expect.objectContaining({ code: 'unsupported_conversion' }));
});

async function expectEmptyScratch(): Promise<void> {
  const [root] = await readdir(join(directory.path, 'scratch'));
  expect(root === undefined ? [] : await readdir(join(directory.path, 'scratch', root))).toEqual([]);
}

async function* endlessRows(): AsyncGenerator<Uint8Array> {
  for (;;) {
    yield CSV;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
