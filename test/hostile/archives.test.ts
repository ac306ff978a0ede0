import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arj, cab, lzh, rar } from '../../corpus/make/archive-kinds/packers.ts';
import {
  ConversionError,
  createEngine,
  type ConversionResult,
  type ConvertOptions,
  type Engine,
} from '../../engine/index.ts';
import { readTar } from '../../engine/content/archive/tar/reader.ts';
import type { ArchiveEntry } from '../../engine/content/archive/model.ts';
import { packLz4 } from '../../engine/content/archive/streams/lz4.ts';
import { SevenZipLoader } from '../../engine/content/archive/seven-zip/seven-zip.ts';
import { packWithSevenZip } from '../../engine/content/archive/seven-zip/writer.ts';
import { compileBinary } from '../../engine/pool/modules.ts';
import { file, folder, link, makeCpio, makeTar, makeZip } from '../support/archives.ts';

const SOURCES = join(import.meta.dirname, '../../corpus/sources');
const MiB = 2 ** 20;

let engine: Engine;
beforeAll(() => {
  engine = createEngine();
});
afterAll(() => engine.close());

async function refusal(input: Uint8Array, options: ConvertOptions): Promise<ConversionError> {
  try {
    await engine.convert(input, options);
  } catch (error) {
    if (error instanceof ConversionError) return error;
    throw error;
  }
  throw new Error('It was converted.');
}

/** What lies in an archive after it has become a tar: path → content, or → and where a link leads. */
async function contentsOf(result: ConversionResult): Promise<Record<string, string>> {
  const [artifact] = result.artifacts;
  if (!artifact || !('bytes' in artifact)) throw new Error('There is no result.');
  const entries = readTar(artifact.bytes)!.map(({ path, kind, target, content }) => {
    return [path, kind === 'link' ? `→ ${target}` : Buffer.from(content!()).toString()] as const;
  });
  return Object.fromEntries(entries);
}

const archived = (name: string) => [{ name, bytes: Buffer.from('evil') }];

describe('a path that leads out of the archive', () => {
  const WAYS_OUT = ['../evil.txt', 'a/../../evil.txt', '..\\evil.txt', 'a\\..\\..\\evil.txt', './../evil.txt'] as const;

  it.each(WAYS_OUT)('%s is refused and named', async (path) => {
    for (const [fileName, bytes] of [
      ['a.tar', makeTar(file('good.txt', 'good'), file(path, 'evil'))],
      ['a.zip', makeZip(file('good.txt', 'good'), file(path, 'evil'))],
      ['a.cpio', makeCpio(file('good.txt', 'good'), file(path, 'evil'))],
      ['a.tgz', new Uint8Array(gzipSync(makeTar(file(path, 'evil'))))],
    ] as const) {
      const error = await refusal(bytes, { to: '7z', fileName });
      expect(error.code).toBe('input_corrupt');
      expect(error.message).toContain('leads out of it');
      expect(String(error.details['entry'])).toMatch(/^[./\\a]*evil\.txt$/);
    }
  });

  it.each([
    ['rar', rar(archived('../evil.txt'))],
    ['arj', arj(archived('../evil.txt'))],
    ['cab', cab(archived('../evil.txt'))],
    ['lzh', lzh(archived('../evil.txt'))],
  ] as const)('is refused in %s', async (format, bytes) => {
    const error = await refusal(new Uint8Array(bytes), { to: 'tar', fileName: `a.${format}` });
    expect([error.code, error.details['entry']]).toEqual(['input_corrupt', '../evil.txt']);
  });

  it('is taken as a relative one when it is absolute', async () => {
    const result = await engine.convert(makeTar(file('/etc/passwd', 'root'), file('C:/boot.ini', 'boot')), {
      to: 'zip',
    });
    const [artifact] = result.artifacts as readonly { bytes: Uint8Array }[];
    const names = await contentsOf(await engine.convert(artifact!.bytes, { to: 'tar' }));
    expect(Object.keys(names)).toEqual(['etc/passwd', 'boot.ini']);
    expect(result.warnings.map(({ code }) => code)).toContain('input_repaired');
  });
});

describe('a link', () => {
  const toTar = async (...entries: readonly ArchiveEntry[]) => engine.convert(makeZip(...entries), { to: 'tar' });

  it('that stays inside is kept', async () => {
    const result = await toTar(
      file('bin/run.sh', 'run'),
      link('bin/start', 'run.sh'),
      link('up', './bin/../bin/run.sh'),
    );
    expect(await contentsOf(result)).toMatchObject({ 'bin/start': '→ run.sh', up: '→ ./bin/../bin/run.sh' });
    expect(result.warnings).toEqual([]);
  });

  it.each(['/etc/passwd', '../secret', 'a/../../secret', 'C:\\secret', '..\\secret'])(
    'to %s is left out with a warning',
    async (target) => {
      const result = await toTar(file('good.txt', 'good'), link('way-out', target));
      expect(await contentsOf(result)).toEqual({ 'good.txt': 'good' });
      expect(result.warnings.map(({ code }) => code)).toEqual(['link_dropped']);
    },
  );

  it('in a 7z is judged in the same way', async () => {
    const module = await compileBinary({ file: '7z-wasm/7zz.wasm', maxPages: 16_384 });
    const entries = [file('bin/run.sh', 'run'), link('docs/start', '../bin/run.sh'), link('out', '/etc/passwd')];
    const packed = await packWithSevenZip(new SevenZipLoader(module), entries, { type: '7z' });
    const result = await engine.convert(packed, { to: 'tar' });
    const contents = await contentsOf(result);
    expect(contents).toMatchObject({ 'bin/run.sh': 'run', 'docs/start': '→ ../bin/run.sh' });
    expect(Object.keys(contents)).not.toContain('out');
    expect(result.warnings.map(({ code }) => code)).toEqual(['link_dropped']);
  });

  it('is left out when something would be written through it', async () => {
    const result = await toTar(folder('b'), link('a', 'b'), file('a/through.txt', 'x'));
    expect(await contentsOf(result)).toEqual({ 'b/': '', 'a/through.txt': 'x' });
    expect(result.warnings.map(({ code }) => code)).toEqual(['link_dropped']);
  });
});

describe('an archive that expands too far', () => {
  const zeros = new Uint8Array(24 * MiB);

  it.each([
    ['a.txt.gz', new Uint8Array(gzipSync(zeros))],
    ['a.txt.zst', new Uint8Array(zstdCompressSync(zeros))],
    ['a.txt.br', new Uint8Array(brotliCompressSync(zeros))],
    ['a.tgz', new Uint8Array(gzipSync(makeTar(file('zeros', zeros))))],
    ['a.zip', zipSync({ zeros })],
  ] as const)('%s is refused by its ratio', async (fileName, bytes) => {
    const error = await refusal(bytes, { to: '7z', fileName });
    expect([error.code, error.details['limit']]).toEqual(['input_too_complex', 'expansionRatio']);
  });

  it('an LZ4 file, whose ratio cannot be as large, is refused by its size', async () => {
    await using small = createEngine({ limits: { expandedBytes: 20 * MiB } });
    const attempt = small.convert(new Uint8Array(packLz4(zeros)), { to: 'zip' });
    await expect(attempt).rejects.toMatchObject({ code: 'input_too_complex', details: { limit: 'expandedBytes' } });
  });

  it('a 7z is refused by its list', async () => {
    const module = await compileBinary({ file: '7z-wasm/7zz.wasm', maxPages: 16_384 });
    const packed = await packWithSevenZip(new SevenZipLoader(module), [file('zeros', zeros)], { type: '7z', level: 1 });
    const error = await refusal(packed, { to: 'zip' });
    expect([error.code, error.details['limit']]).toEqual(['input_too_complex', 'expansionRatio']);
  });

  it.each(['zip', '7z', 'tgz', 'tzst'] as const)('%s may become of what is not packed', async (to) => {
    const { report } = await engine.convert(makeTar(file('zeros', zeros, { modifiedMs: 1e12 })), { to });
    expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
  });

  it('a ZIP that lists 600 MB is refused before anything of it is expanded', async () => {
    const bomb = makeZip(...Array.from({ length: 900 }, (_, index) => file(`${index}.bin`, 'x'.repeat(64))));
    const view = new DataView(bomb.buffer);
    let listed = 0;
    for (let at = 0; at + 46 < bomb.byteLength; at++) {
      if (view.getUint32(at, true) !== 0x02014b50) continue;
      view.setUint32(at + 24, 700 * 1024, true);
      listed++;
    }
    expect(listed).toBe(900);
    const before = process.memoryUsage.rss();
    const error = await refusal(bomb, { to: '7z' });
    expect([error.code, error.details['limit']]).toEqual(['input_too_complex', 'expandedBytes']);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * MiB);
  });

  it('one that holds another one is converted, and the inner one stays packed', async () => {
    const inner = makeZip(file('zeros', zeros));
    const result = await engine.convert(makeZip(file('inner.zip', inner)), { to: 'tar' });
    const [artifact] = result.artifacts as readonly { bytes: Uint8Array }[];
    expect(artifact!.bytes.byteLength).toBeLessThan(2 * inner.byteLength + 20 * 1024);
  });

  it('hard links count as often as they are written', async () => {
    const tar = makeTar(
      file('big', new Uint8Array(MiB)),
      ...Array.from({ length: 600 }, (_, index) => link(`l${index}`, 'big')),
    );
    const hard = withLinkType(tar, '1');
    const error = await refusal(hard, { to: 'zip', fileName: 'a.tar' });
    expect([error.code, error.details['limit']]).toEqual(['input_too_complex', 'expandedBytes']);
  });

  it.each(['tar', 'zip'] as const)('a %s of 10,001 entries is refused', async (format) => {
    const entries = Array.from({ length: 10_001 }, (_, index) => file(`${index}`, ''));
    const bytes = format === 'tar' ? makeTar(...entries) : makeZip(...entries);
    const error = await refusal(bytes, { to: '7z' });
    expect([error.code, error.details['limit'], error.details['allowed']]).toEqual([
      'input_too_complex',
      'entries',
      10_000,
    ]);
  });

  it('folders in folders in folders are refused', async () => {
    const error = await refusal(makeTar(file(`${'a/'.repeat(300)}x`, 'x')), { to: 'zip' });
    expect([error.code, error.details['limit']]).toEqual(['input_too_complex', 'nesting']);
  });
});

describe('an archive that lies', () => {
  it('about the size of an entry is refused', async () => {
    const zip = makeZip(file('a.txt', 'x'.repeat(5000)));
    const central = Buffer.from(zip).indexOf('PK\x01\x02', 0, 'latin1');
    new DataView(zip.buffer).setUint32(central + 24, 10, true);
    expect((await refusal(zip, { to: 'tar' })).code).toBe('input_corrupt');
  });

  it('about a size beyond its end is refused', async () => {
    const tar = makeTar(file('a.txt', 'x'.repeat(5000)));
    expect((await refusal(tar.slice(0, 1024), { to: 'zip', fileName: 'a.tar' })).code).toBe('input_truncated');
  });

  it('about the sum of a content is refused', async () => {
    const zip = makeZip(file('a.txt', 'some text'));
    zip[zip.indexOf(0x73, 30)]! ^= 1;
    expect((await refusal(zip, { to: 'tar' })).code).toBe('input_corrupt');
  });

  it('with one path for a file and a folder is refused', async () => {
    expect((await refusal(makeTar(file('a', 'x'), file('a/b', 'y')), { to: 'zip' })).code).toBe('input_corrupt');
  });

  it('with one path twice gives it to the last entry, and says so', async () => {
    const result = await engine.convert(makeZip(file('a.txt', 'first'), file('a.txt', 'second')), { to: 'tar' });
    expect(await contentsOf(result)).toEqual({ 'a.txt': 'second' });
    expect(result.warnings.map(({ code }) => code)).toEqual(['input_repaired']);
  });
});

describe('a name', () => {
  it.each([
    ['CON', '_CON'],
    ['docs/nul.txt', 'docs/_nul.txt'],
    ['a\u0000b\u0007.txt', 'a_b_.txt'],
    ['Gru\u0308\u00dfe.txt', 'Gr\u00fc\u00dfe.txt'],
    [`${'long'.repeat(100)}.csv`, `${'long'.repeat(100).slice(0, 251)}.csv`],
    ['unit\\x2dname.mount', 'unit_x2dname.mount'],
    ['10:30 <draft>.log', '10:30 <draft>.log'],
  ])('%j becomes %j', async (raw, clean) => {
    const result = await engine.convert(makeCpio(file(raw, 'x')), { to: 'tar' });
    expect(Object.keys(await contentsOf(result))).toEqual([clean]);
  });
});

describe('an encrypted archive', () => {
  it.each(['zip/encrypted-aes.zip', '7z/encrypted-names.7z'])('%s needs its password', async (path) => {
    const bytes = new Uint8Array(await readFile(join(SOURCES, path)));
    const fileName = path.replace('/', '.');
    const without = await refusal(bytes, { to: 'tar', fileName });
    expect([without.code, without.message]).toEqual(['input_encrypted', expect.stringMatching(/password/i)]);
    const wrong = await refusal(bytes, { to: 'tar', fileName, options: { password: 'not-the-secret' } });
    expect(wrong.code).toBe('input_encrypted');
    expect(wrong.message).not.toContain('not-the-secret');
    const result = await engine.convert(bytes, { to: 'tar', fileName, options: { password: 'Athanor' } });
    expect((await contentsOf(result))['docs/table.csv']).toContain('three;3');
  });

  it.each(['zip', '7z'] as const)('is written as %s, which only its password opens', async (to) => {
    const written = await engine.convert(makeTar(file('secret.txt', 'the secret')), {
      to,
      options: { encrypt: 'key' },
    });
    const [artifact] = written.artifacts as readonly { bytes: Uint8Array }[];
    expect(Buffer.from(artifact!.bytes).includes('the secret')).toBe(false);
    expect((await refusal(artifact!.bytes, { to: 'tar' })).code).toBe('input_encrypted');
    const opened = await engine.convert(artifact!.bytes, { to: 'tar', options: { password: 'key' } });
    expect(await contentsOf(opened)).toEqual({ 'secret.txt': 'the secret' });
  });
});

/** Cut off in the middle, some still say what they are by their name alone. */
const NAMED =
  /^(input_truncated|input_corrupt|source_format_undetected|unsupported_conversion|source_format_mismatch)$/;

describe('a truncated archive', async () => {
  const formats = [
    'zip',
    '7z',
    'tar',
    'tgz',
    'tbz2',
    'txz',
    'tzst',
    'gz',
    'bz2',
    'xz',
    'zst',
    'br',
    'lz4',
    'lz',
    'zlib',
  ];
  const more = [
    'wim',
    'rar',
    'cab',
    'iso',
    'deb',
    'rpm',
    'lzh',
    'arj',
    'cpio',
    'ar',
    'cbz',
    'cb7',
    'cbt',
    'asar',
    'p7m',
    'warc',
    'har',
  ];
  const paths: string[] = [];
  for (const format of [...formats, ...more]) {
    const [name] = (await readdir(join(SOURCES, format))).filter((one) => !one.startsWith('encrypted')).sort();
    paths.push(`${format}/${name}`);
  }

  it.each(paths)('%s is refused by name', async (path) => {
    const bytes = new Uint8Array(await readFile(join(SOURCES, path)));
    const to = path.startsWith('cb')
      ? path.startsWith('cbt')
        ? 'cbz'
        : 'cbt'
      : path.startsWith('zip/')
        ? 'tar'
        : 'zip';
    const half = bytes.slice(0, Math.floor(bytes.byteLength / 2));
    expect((await refusal(half, { to, fileName: path.split('/')[1] })).code).toMatch(NAMED);
  });
});

it('packing ends at once when it is called off', async () => {
  // so much that no machine has packed it before it is called off
  const noise = new Uint8Array(40 * MiB);
  for (let index = 0; index < noise.length; index++) noise[index] = Math.imul(index, 2_654_435_761) >>> 13;
  const controller = new AbortController();
  const packing = engine.convert(makeTar(file('noise', noise)), { to: '7z', signal: controller.signal });
  setTimeout(() => controller.abort(), 400);
  await expect(packing).rejects.toMatchObject({ code: 'aborted' });
});

/** The tar with another type and a new sum in each header of a link. */
function withLinkType(tar: Uint8Array, type: string): Uint8Array {
  const changed = Buffer.from(tar);
  for (let at = 0; at + 512 <= changed.byteLength; at += 512) {
    const isLink = changed.toString('latin1', at + 257, at + 262) === 'ustar' && changed[at + 156] === 0x32;
    if (!isLink) continue;
    changed.write(type, at + 156);
    changed.write('        ', at + 148);
    const sum = changed.subarray(at, at + 512).reduce((total, byte) => total + byte, 0);
    changed.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148);
  }
  return new Uint8Array(changed);
}
