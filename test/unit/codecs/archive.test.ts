import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import archive from '../../../engine/codecs/archive/codec.ts';
import sevenZip from '../../../engine/codecs/seven-zip/codec.ts';
import zip from '../../../engine/codecs/zip/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import type { ArchiveMember } from '../../../engine/contract/facts.ts';
import { parseListing } from '../../../engine/content/archive/seven-zip/listing.ts';
import { CORPORA } from '../../support/corpora.ts';
import { file, folder, makeTar, makeZip } from '../../support/archives.ts';
import { edgeBetween, startRunner, type RunnerBench } from '../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const source = async (path: string): Promise<Uint8Array> => new Uint8Array(await readFile(join(SOURCES, path)));
const TREE = 'txz/modes-links-unicode-empty-folder.txz';
const LONG_NAME = `docs/${'a-long-name-'.repeat(10)}.txt`;

let codec: RunnerBench;
let judge: RunnerBench;
let zipReader: RunnerBench;
beforeAll(async () => {
  [codec, judge, zipReader] = [await startRunner(archive), await startRunner(sevenZip), await startRunner(zip)];
});
afterAll(async () => {
  for (const bench of [codec, judge, zipReader]) await bench[Symbol.asyncDispose]();
});

async function convert(bytes: Uint8Array, from: FormatId, to: FormatId, options?: OptionValues): Promise<Uint8Array> {
  const [result] = await codec.convert(bytes, from, to, edgeBetween(archive, from, to), options);
  return result!;
}

/** What another reader than the one that wrote finds, everything expanded. */
async function membersOf(bytes: Uint8Array, format: FormatId): Promise<readonly ArchiveMember[]> {
  const reader = format === 'zip' ? zipReader : judge;
  return (await reader.inspect(bytes, format, 'full')).archive!.members!;
}

const summaryOf = (members: readonly ArchiveMember[]): string[] =>
  members
    .map(({ path, kind, mode, sizeBytes, target, modifiedMs }) => {
      const time = new Date(modifiedMs!).toISOString().slice(0, 19);
      return [path, kind, kind === 'link' ? `→ ${target}` : `${mode?.toString(8)} ${sizeBytes}`, time].join(' | ');
    })
    .sort();

const WHOLE_TREE = [
  'bin | directory | 755 0 | 2021-03-04T05:06:08',
  'bin/run.sh | file | 755 40 | 2021-03-04T05:06:08',
  'bin/start | link | → run.sh | 2021-03-04T05:06:08',
  'docs | directory | 755 0 | 2021-03-04T05:06:08',
  'docs/Größe 日本.txt | file | 644 17 | 2021-03-04T05:06:08',
  `${LONG_NAME} | file | 644 5 | 2021-03-04T05:06:08`,
  'docs/nothing.txt | file | 644 0 | 2021-03-04T05:06:08',
  'docs/table.csv | file | 600 28 | 1999-12-31T23:59:58',
  'empty | directory | 755 0 | 2021-03-04T05:06:08',
  'lines.txt | file | 644 6890 | 2021-03-04T05:06:08',
].sort();

describe('from archive to archive', () => {
  it.each(['zip', '7z', 'tar', 'cpio', 'tgz', 'tbz2', 'tzst'] as const)(
    '%s keeps paths, modes, times, links, empty folders and names in other scripts',
    async (to) => {
      expect(summaryOf(await membersOf(await convert(await source(TREE), 'txz', to), to))).toEqual(WHOLE_TREE);
    },
  );

  it.each([
    ['txz', TREE],
    ['7z', '7z/modes-links-unicode-empty-folder.7z'],
    ['gz', 'gz/with-name-and-time.txt.gz'],
  ] as const)('tells what lies in %s while it unpacks it: nobody need unpack it before', async (from, path) => {
    const bytes = await source(path);
    await convert(bytes, from, 'tar');
    expect(codec.listed.at(-1)).toEqual((await codec.inspect(bytes, from, 'full')).archive);
    expect(await codec.inspect(bytes, from, 'probe')).toMatchObject({
      depth: 'signature',
      features: expect.any(Array),
    });
  });

  it('goes there and back through every format without a change', async () => {
    let bytes = await convert(await source(TREE), 'txz', 'zip');
    const way = ['zip', '7z', 'cpio', 'tgz', 'tzst', 'txz', 'tbz2', 'tar'] as const;
    for (const [index, to] of way.entries()) if (index > 0) bytes = await convert(bytes, way[index - 1]!, to);
    expect(summaryOf(await membersOf(bytes, 'tar'))).toEqual(WHOLE_TREE);
  });

  it('keeps folders, files and times in WIM, and files alone in a Unix archive', async () => {
    const wim = await membersOf(await convert(await source(TREE), 'txz', 'wim'), 'wim');
    expect(wim.map(({ path, kind }) => `${kind} ${path}`)).toContain('directory empty');
    expect(wim.find(({ path }) => path === 'docs/table.csv')!.modifiedMs).toBe(Date.UTC(1999, 11, 31, 23, 59, 58));
    const ar = await membersOf(await convert(await source(TREE), 'txz', 'ar'), 'ar');
    expect(ar.filter(({ kind }) => kind === 'file').map(({ path }) => path)).toContain(LONG_NAME);
    expect(ar.filter(({ kind, path }) => kind === 'link' || path === 'empty')).toEqual([]);
    expect(codec.warnings.map(({ code }) => code)).toEqual(['link_dropped']);
  });

  it('keeps milliseconds where the target has them', async () => {
    const tar = makeTar(file('a.txt', 'a', { modifiedMs: 1_234_567_890_123 }), folder('b'));
    const members = await membersOf(await convert(await convert(tar, 'tar', '7z'), '7z', 'tar'), 'tar');
    expect(members.find(({ path }) => path === 'a.txt')!.modifiedMs).toBe(1_234_567_890_123);
  });

  it('packs smaller with more effort', async () => {
    const lines = Array.from({ length: 5000 }, (_, line) => `${line};${(line * 7919) % 1009};row ${line % 37}\n`);
    const tar = makeTar(file('table.csv', lines.join('')));
    const sizes: number[] = [];
    for (const effort of [1, 10]) sizes.push((await convert(tar, 'tar', 'zip', { effort })).byteLength);
    expect(sizes[1]).toBeLessThan(sizes[0]!);
  });

  it('takes an archive of folders alone, and refuses one of nothing', async () => {
    const members = await membersOf(await convert(makeTar(folder('only')), 'tar', '7z'), '7z');
    expect(members).toMatchObject([{ path: 'only', kind: 'directory' }]);
    await expect(convert(makeTar(), 'tar', '7z')).rejects.toMatchObject({ code: 'empty_file' });
  });
});

describe('a package of two layers', () => {
  it('opens a Debian package as dpkg-deb --raw-extract does', async () => {
    const members = await membersOf(await convert(await source('deb/control-and-program.deb'), 'deb', 'zip'), 'zip');
    expect(members.map(({ path }) => path)).toEqual(['DEBIAN', 'DEBIAN/control', 'usr', 'usr/bin', 'usr/bin/hello']);
    expect(members.at(-1)!.mode).toBe(0o755);
  });

  it('opens the payload of an RPM package', async () => {
    const members = await membersOf(await convert(await source('rpm/gzip-payload.rpm'), 'rpm', 'tar'), 'tar');
    expect(members.map(({ path }) => path)).toEqual(['docs', 'docs/table.csv', 'readme.txt']);
  });

  it('opens a tar in a compressed file that does not say that it is one', async () => {
    const tgz = await convert(await source(TREE), 'txz', 'tgz');
    expect(summaryOf(await membersOf(await convert(tgz, 'gz', '7z'), '7z'))).toEqual(WHOLE_TREE);
  });
});

describe('a compressed file', () => {
  it('becomes the only entry, with the name and the time that gzip keeps', async () => {
    const members = await membersOf(await convert(await source('gz/with-name-and-time.txt.gz'), 'gz', 'zip'), 'zip');
    expect(summaryOf(members)).toEqual(['lines.txt | file | 644 6890 | 2021-03-04T05:06:08']);
  });

  it.each([
    ['gz', 'gz/with-name-and-time.txt.gz'],
    ['bz2', 'bz2/lines.txt.bz2'],
    ['zst', 'zst/lines.txt.zst'],
    ['lzma', 'lzma/lines.txt.lzma'],
  ] as const)('%s is compressed otherwise and back', async (from, path) => {
    let bytes = await source(path);
    let format: FormatId = from;
    for (const to of ['xz', 'lz4', 'br', 'zlib', 'bz2', 'zst', 'gz'] as const) {
      if (to === format) continue;
      bytes = await convert(bytes, format, to);
      format = to;
    }
    const lines = Array.from({ length: 200 }, (_, line) => `line ${line} of a text that packs well\n`);
    expect(gunzipSync(bytes).toString()).toBe(lines.join(''));
  });

  it('may have several streams, frames or members', async () => {
    for (const [format, path] of [
      ['xz', 'xz/two-streams.txt.xz'],
      ['lz4', 'lz4/two-frames-block-checksums.txt.lz4'],
    ] as const) {
      const text = gunzipSync(await convert(await source(path), format, 'gz')).toString();
      expect(text).toMatch(/^line 0 [^]*line 199 of a text that packs well\nname;size\n/);
    }
    const lzip = gunzipSync(await convert(await source('lz/two-members.csv.lz'), 'lz', 'gz'));
    const members = [
      Buffer.from('Hello from an archive.\n'.repeat(8)),
      await source('csv/semicolons-ragged-duplicate-headers.csv'),
    ];
    expect(lzip.equals(Buffer.concat(members))).toBe(true);
  });

  it('may have an lzip dictionary whose size is not a power of two', async () => {
    const lzip = await source('lz/two-members.csv.lz');
    const second = Buffer.from(lzip).indexOf('LZIP', 4);
    for (const member of [0, second]) lzip[member + 5]! |= 1 << 5; // a sixteenth less
    const expected = gunzipSync(await convert(await source('lz/two-members.csv.lz'), 'lz', 'gz'));
    expect(gunzipSync(await convert(lzip, 'lz', 'gz')).equals(expected)).toBe(true);
  });

  it.each([
    ['lz4', 'lz4/two-frames-block-checksums.txt.lz4', 60],
    ['lz', 'lz/two-members.csv.lz', 40],
    ['gz', 'gz/with-name-and-time.txt.gz', 200],
    ['xz', 'xz/two-streams.txt.xz', 100],
  ] as const)('%s with a changed byte is refused', async (format, path, at) => {
    const bytes = await source(path);
    bytes[at]! ^= 0x55;
    await expect(convert(bytes, format, 'zst')).rejects.toMatchObject({ code: expect.stringMatching(/^input_/) });
  });
});

describe('what 7-Zip lists', () => {
  it('has a CRC-32 only where the sums have 32 bits', () => {
    const listing = (method: string): readonly string[] => ['Path = a.txt', 'CRC = 0000EFDB', `Method = ${method}`];
    expect(parseListing(listing('-lh5-'))[0]!.crc32).toBeUndefined();
    expect(parseListing(listing('LZMA2:12'))[0]!.crc32).toBe(0xefdb);
  });

  it('may not say which entries are folders', async () => {
    const folders = join(CORPORA, 'found/ebook/tika/tcpip.CHM');
    if (!existsSync(folders)) return;
    const members = await membersOf(await convert(new Uint8Array(await readFile(folders)), 'chm', 'zip'), 'zip');
    expect(members.filter(({ kind }) => kind === 'file')).toHaveLength(31);
    expect(members.filter(({ kind }) => kind === 'directory').map(({ path }) => path)).toContain('html');
  });

  it('is packed whatever its mode', async () => {
    const tar = makeTar(file('.journal', 'nobody may read it', { mode: 0 }));
    const [member] = await membersOf(await convert(tar, 'tar', '7z'), '7z');
    expect(member).toMatchObject({ path: '.journal', mode: 0, sizeBytes: 18 });
  });
});

describe('a comic', () => {
  it('keeps its images byte for byte, in the order of its pages, and its description', async () => {
    const jpg = await source('jpg/grey-restart-each-row.jpg');
    const comic = makeZip(file('Page 10.jpg', jpg), file('ComicInfo.xml', '<ComicInfo/>'), file('Page 9.jpg', jpg));
    const cbt = await convert(comic, 'cbz', 'cbt');
    const members = await membersOf(cbt, 'cbt');
    expect(members.map(({ path }) => path)).toEqual(['ComicInfo.xml', 'Page 9.jpg', 'Page 10.jpg']);
    expect(Buffer.from(cbt).includes(Buffer.from(jpg))).toBe(true);
    expect((await judge.inspect(cbt, 'cbt', 'full')).document?.pages).toBe(2);
  });

  it('is made of images as they are, named by their place', async () => {
    const [png, webp] = [await source('png/card-fading-to-transparent.png'), await source('webp/lossy-alpha.webp')];
    const [first] = await codec.convert(png, 'png', 'cbt', 'bind');
    expect((await membersOf(first!, 'cbt')).map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([
      ['001.png', png.byteLength],
    ]);
    const [second] = await codec.convert(webp, 'webp', 'cbt', 'bind');
    expect(Buffer.from(second!).includes(Buffer.from(webp))).toBe(true);
  });
});

it('looks at a 7z by its list, and at everything when it is asked to', async () => {
  const bytes = await convert(makeZip(file('a.txt', 'text')), 'zip', '7z');
  expect(await codec.inspect(bytes, '7z')).toMatchObject({
    depth: 'structure',
    archive: { entries: 1, expandedBytes: 4 },
  });
  const full = await codec.inspect(bytes, '7z', 'full');
  expect(full).toMatchObject({ depth: 'content', archive: { members: [{ path: 'a.txt', crc32: 0x3b8ba7c7 }] } });
});
