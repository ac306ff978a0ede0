import type { FormatId } from '../../../engine/index.ts';
import { writeArchive } from '../../../engine/codecs/archive/write.ts';
import type { ArchiveEntry } from '../../../engine/content/archive/model.ts';
import { readArchive } from '../../../engine/content/archive/read.ts';
import { SevenZipLoader } from '../../../engine/content/archive/seven-zip/seven-zip.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { compileBinary } from '../../../engine/pool/modules.ts';
import type { Damage, Harm, Scenario } from '../scenario.ts';
import { BYTE_DAMAGES } from './bytes.ts';

let loading: Promise<SevenZipLoader> | undefined;

async function createLoader(): Promise<SevenZipLoader> {
  return new SevenZipLoader(await compileBinary({ file: '7z-wasm/7zz.wasm', maxPages: 16_384 }));
}

async function entriesOf(bytes: Uint8Array, format: FormatId): Promise<ArchiveEntry[]> {
  loading ??= createLoader();
  const context = { limits: DEFAULT_LIMITS, warn: () => {} };
  return readArchive(bytes, { name: `a.${format}`, format, loader: await loading, context });
}

async function pack(entries: readonly ArchiveEntry[], format: FormatId): Promise<Uint8Array> {
  loading ??= createLoader();
  const parts: Uint8Array[] = [];
  const write = (bytes: Uint8Array): void => void parts.push(Uint8Array.from(bytes));
  await writeArchive(entries, { to: format, options: {}, loader: await loading, warn: () => {}, write });
  return new Uint8Array(Buffer.concat(parts));
}

type Change = (entries: ArchiveEntry[]) => ArchiveEntry[] | undefined;

function damage(format: FormatId, name: string, harm: Harm, change: Change): Damage {
  return {
    name,
    harm,
    apply: async (result) => {
      const changed = change(await entriesOf(result, format));
      return changed && pack(changed, format);
    },
  };
}

const isFile = ({ kind, sizeBytes }: ArchiveEntry): boolean => kind === 'file' && sizeBytes > 0;

/** Changes the entry that `isMeant` finds first. */
function changeOne(change: (entry: ArchiveEntry) => Partial<ArchiveEntry>, isMeant = isFile): Change {
  return (entries) => {
    const at = entries.findIndex(isMeant);
    return at < 0 ? undefined : entries.with(at, { ...entries[at]!, ...change(entries[at]!) });
  };
}

function changeAll(change: (entry: ArchiveEntry) => Partial<ArchiveEntry>, isMeant = isFile): Change {
  return (entries) =>
    entries.some(isMeant)
      ? entries.map((entry) => (isMeant(entry) ? { ...entry, ...change(entry) } : entry))
      : undefined;
}

function without(isMeant: (entry: ArchiveEntry) => boolean): Change {
  return (entries) => {
    const at = entries.findIndex(isMeant);
    return at < 0 || entries.filter(isFile).length < 2 ? undefined : entries.toSpliced(at, 1);
  };
}

/** The first two files, with what `take` gives of the other. */
function exchange(take: (entry: ArchiveEntry) => Partial<ArchiveEntry>): Change {
  return (entries) => {
    const [a, b] = entries.flatMap((entry, index) => (isFile(entry) ? [index] : []));
    if (a === undefined || b === undefined) return undefined;
    const [first, second] = [entries[a]!, entries[b]!];
    return entries.with(a, { ...first, ...take(second) }).with(b, { ...second, ...take(first) });
  };
}

function content(bytes: Uint8Array): Partial<ArchiveEntry> {
  return { sizeBytes: bytes.byteLength, content: () => bytes, crc32: undefined };
}

function contentBy(change: (bytes: Uint8Array) => Uint8Array): (entry: ArchiveEntry) => Partial<ArchiveEntry> {
  return (entry) => content(change(new Uint8Array(entry.content())));
}

const flip = (bytes: Uint8Array): Uint8Array => bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte));
const isLink = ({ kind }: ArchiveEntry): boolean => kind === 'link';
const isProgram = (entry: ArchiveEntry): boolean => isFile(entry) && ((entry.mode ?? 0) & 0o100) !== 0;
const isText = (entry: ArchiveEntry): boolean => isFile(entry) && entry.content().includes(10);
const isAbroad = ({ path }: ArchiveEntry): boolean => /[^\x20-\x7e]/.test(path);
const isBelow = ({ path, kind }: ArchiveEntry): boolean => kind === 'file' && path.includes('/');
const isDated = (entry: ArchiveEntry): boolean => isFile(entry) && (entry.modifiedMs ?? 0) > 1e9;

const CONTENTS: readonly (readonly [string, Harm, Change])[] = [
  ['first entry lost', 'block', without(isFile)],
  ['all entries but one lost', 'block', (all) => (all.length < 2 ? undefined : all.filter(isFile).slice(0, 1))],
  ['last entry lost', 'block', (all) => (all.filter(isFile).length < 2 ? undefined : all.slice(0, -1))],
  ['one bit of an entry flipped', 'block', changeOne(contentBy(flip))],
  ['an entry truncated', 'block', changeOne(contentBy((bytes) => bytes.subarray(0, bytes.length >> 1)))],
  ['last byte of an entry lost', 'block', changeOne(contentBy((bytes) => bytes.subarray(0, -1)))],
  ['an entry emptied', 'block', changeOne(() => content(new Uint8Array()))],
  ['an entry filled with zeros', 'block', changeOne(contentBy((bytes) => bytes.map(() => 0)))],
  ['all contents filled with zeros', 'block', changeAll(contentBy((bytes) => bytes.map(() => 0)))],
  [
    'line ends changed',
    'text',
    changeOne(
      contentBy((b) => Buffer.from(b).filter((byte) => byte !== 10)),
      isText,
    ),
  ],
  ['a byte added to an entry', 'block', changeOne(contentBy((bytes) => new Uint8Array([...bytes, 10])))],
  ['two contents exchanged', 'order', exchange((entry) => content(new Uint8Array(entry.content())))],
  ['every file has the content of the first', 'block', (all) => sameContent(all)],
];

function sameContent(entries: ArchiveEntry[]): ArchiveEntry[] | undefined {
  const first = entries.find(isFile);
  if (entries.filter(isFile).length < 2) return undefined;
  return changeAll(() => content(new Uint8Array(first!.content())))(entries);
}

const NAMES: readonly (readonly [string, Harm, Change])[] = [
  ['two names exchanged', 'order', exchange(({ path }) => ({ path }))],
  [
    'a name in lower case',
    'text',
    changeOne(
      ({ path }) => ({ path: path.toLowerCase() }),
      (e) => isFile(e) && /[A-Z]/.test(e.path),
    ),
  ],
  ['names in upper case', 'text', changeAll(({ path }) => ({ path: path.toUpperCase() }))],
  [
    'names in the wrong encoding',
    'text',
    changeAll(
      ({ path }) => ({
        path: Buffer.from(path)
          .toString('latin1')
          .replace(/[\x80-\x9f]/g, '?'),
      }),
      isAbroad,
    ),
  ],
  [
    'letters beyond ASCII lost',
    'text',
    changeAll(({ path }) => ({ path: path.replace(/[^\x20-\x7e]/g, '_') }), isAbroad),
  ],
  [
    'an extension lost',
    'text',
    changeOne(
      ({ path }) => ({ path: path.replace(/\.[^./]+$/, '') }),
      (e) => isFile(e) && /\.[^./]+$/.test(e.path),
    ),
  ],
  [
    'folders flattened',
    'structure',
    changeAll(({ path }) => ({ path: path.slice(path.lastIndexOf('/') + 1) }), isBelow),
  ],
  [
    'a folder put around everything',
    'structure',
    changeAll(
      ({ path }) => ({ path: `archive/${path}` }),
      () => true,
    ),
  ],
  [
    'names numbered',
    'text',
    (all) => all.map((entry, at) => (isFile(entry) ? { ...entry, path: `file${at}` } : entry)),
  ],
  [
    'an entry added',
    'block',
    (all) => [...all, { path: 'Thumbs.db', kind: 'file', ...content(Uint8Array.of(1)) } as ArchiveEntry],
  ],
];

const METADATA: readonly (readonly [string, Harm, Change])[] = [
  ['an empty folder lost', 'block', (all) => withoutEmptyFolders(all)],
  ['a link lost', 'link', (all) => (all.some(isLink) ? all.filter((entry) => !isLink(entry)) : undefined)],
  [
    'a link made a file',
    'link',
    changeOne(({ target = '' }) => ({ kind: 'file', target: undefined, ...content(Buffer.from(target)) }), isLink),
  ],
  ['a link leads elsewhere', 'link', changeOne(() => ({ target: 'elsewhere' }), isLink)],
  ['a program cannot be run', 'metadata', changeOne(() => ({ mode: 0o644 }), isProgram)],
  [
    'everything can be run',
    'metadata',
    changeAll(
      ({ mode = 0o644 }) => ({ mode: mode | 0o111 }),
      (e) => isFile(e) && !isProgram(e),
    ),
  ],
  ['anybody may write', 'metadata', changeAll(() => ({ mode: 0o666 }))],
  [
    'a program has the rights of its owner',
    'metadata',
    changeOne(({ mode = 0 }) => ({ mode: mode | 0o4000 }), isProgram),
  ],
  ['times lost', 'timing', changeAll(() => ({ modifiedMs: undefined }), isDated)],
  [
    'times an hour later',
    'timing',
    changeAll(({ modifiedMs = 0 }) => ({ modifiedMs: modifiedMs + 3_600_000 }), isDated),
  ],
  ['times of now', 'timing', changeAll(() => ({ modifiedMs: Date.UTC(2026, 5, 1) }), isDated)],
  [
    'seconds taken for milliseconds',
    'timing',
    changeAll(({ modifiedMs = 0 }) => ({ modifiedMs: Math.round(modifiedMs / 1000) }), isDated),
  ],
];

function withoutEmptyFolders(entries: ArchiveEntry[]): ArchiveEntry[] | undefined {
  const kept = entries.filter(
    ({ path, kind }) => kind !== 'directory' || entries.some((other) => other.path.startsWith(`${path}/`)),
  );
  return kept.length === entries.length ? undefined : kept;
}

/** ZIP and tar hold a path twice; 7-Zip, which writes the others, does not. */
const REPEATED: readonly (readonly [string, Harm, Change])[] = [
  ['an entry twice', 'block', (all) => [...all, all.findLast(isFile)!]],
  [
    'an entry twice with another content',
    'block',
    (all) => [...all, { ...all.findLast(isFile)!, ...content(Uint8Array.of(1, 2)) }],
  ],
];

const WITHOUT_METADATA: ReadonlySet<FormatId> = new Set<FormatId>(['wim', 'ar']);
const PLAIN: ReadonlySet<FormatId> = new Set<FormatId>(['zip', 'tar', 'cpio', 'cbz', 'cbt']);

function scenarioOf(source: string, to: FormatId, isInSample?: true): Scenario {
  const damages = [
    ...CONTENTS,
    ...NAMES,
    ...(WITHOUT_METADATA.has(to) ? [] : METADATA),
    ...(PLAIN.has(to) ? REPEATED : []),
  ].map(([name, harm, change]) => damage(to, name, harm, change));
  const resave = async (result: Uint8Array): Promise<Uint8Array> => pack(await entriesOf(result, to), to);
  return {
    family: 'archive',
    source,
    to,
    ...(isInSample && { isInSample }),
    resave,
    damages: [...damages, ...BYTE_DAMAGES],
  };
}

/** Damages that the bytes of a ZIP alone can have. */
const ZIP_BYTES: readonly Damage[] = [
  { name: 'checksum in the directory wrong', harm: 'unreadable', apply: (zip) => changeRecord(zip, 0x02014b50, 16) },
  { name: 'size in the directory wrong', harm: 'unreadable', apply: (zip) => changeRecord(zip, 0x02014b50, 24) },
  { name: 'name in the directory alone changed', harm: 'text', apply: (zip) => changeRecord(zip, 0x02014b50, 46) },
  { name: 'offset in the directory wrong', harm: 'unreadable', apply: (zip) => changeRecord(zip, 0x02014b50, 42) },
  {
    name: 'directory lost',
    harm: 'unreadable',
    apply: (zip) => zip.subarray(0, Buffer.from(zip).indexOf('PK\x01\x02', 0, 'latin1')),
  },
];

function changeRecord(zip: Uint8Array, mark: number, offset: number): Uint8Array | undefined {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  for (let at = zip.byteLength - 46; at >= 0; at--) {
    // The last one that is a file: folders have neither sizes nor sums.
    if (view.getUint32(at, true) !== mark || view.getUint32(at + 20, true) === 0) continue;
    zip[at + offset]! ^= 0x55;
    return zip;
  }
  return undefined;
}

/** Compressed files of one content. */
function streamScenario(source: string, to: FormatId): Scenario {
  const file = [
    ['content lost', 'block', () => new Uint8Array()],
    ['one bit flipped', 'block', flip],
    ['second half lost', 'block', (bytes: Uint8Array) => bytes.subarray(0, bytes.length >> 1)],
    ['content twice', 'block', (bytes: Uint8Array) => new Uint8Array([...bytes, ...bytes])],
    [
      'content in another encoding',
      'text',
      (bytes: Uint8Array) => Buffer.from(Buffer.from(bytes).toString('latin1'), 'utf16le'),
    ],
  ] as const;
  const damages = file.map(([name, harm, change]): Damage => ({
    name,
    harm,
    apply: async (result) => {
      const [entry] = await entriesOf(result, to);
      const { compressStream } = await import('../../../engine/content/archive/streams/streams.ts');
      loading ??= createLoader();
      return compressStream(to as 'gz', change(new Uint8Array(entry!.content())), { loader: await loading });
    },
  }));
  return { family: 'archive', source, to, damages: [...damages, ...BYTE_DAMAGES] };
}

const TREE = 'corpus/sources/tar/pax-modes-links-unicode-empty-folder.tar';
const REAL = '../shared/corpora/archive';
const zipTree = scenarioOf(TREE, 'zip', true);

export const SCENARIOS: readonly Scenario[] = [
  { ...zipTree, damages: [...zipTree.damages, ...ZIP_BYTES] },
  scenarioOf(TREE, '7z'),
  scenarioOf(TREE, 'tgz'),
  scenarioOf(TREE, 'txz'),
  scenarioOf(TREE, 'tzst'),
  scenarioOf(TREE, 'tbz2'),
  scenarioOf(TREE, 'cpio'),
  scenarioOf('corpus/sources/zip/modes-links-unicode-empty-folder.zip', 'tar'),
  scenarioOf(`${REAL}/tika/test-documents.cpio`, 'zip'),
  scenarioOf(`${REAL}/tika/test-documents.tar.Z`, '7z'),
  scenarioOf(`${REAL}/file-type/fixture2.zip`, 'tgz'),
  scenarioOf(`${REAL}/file-type/fixture.xpi`, 'wim'),
  scenarioOf(`${REAL}/file-type/fixture.cab`, 'ar'),
  scenarioOf(`${REAL}/file-type/fixture.lzh`, 'zip'),
  scenarioOf(`${REAL}/file-type/fixture2.asar`, 'tar'),
  streamScenario('corpus/sources/gz/with-name-and-time.txt.gz', 'xz'),
  streamScenario('corpus/sources/xz/two-streams.txt.xz', 'zst'),
  streamScenario('corpus/sources/xz/two-streams.txt.xz', 'gz'),
  streamScenario('corpus/sources/xz/two-streams.txt.xz', 'br'),
];
