import type { FormatId } from '../../engine/formats/index.ts';
import type { Case } from '../case.ts';

const TREE = 'modes-links-unicode-empty-folder';

/** The compressed files; every other source is an archive of several. */
const STREAMS: Partial<Record<FormatId, string>> = {
  gz: 'with-name-and-time.txt.gz',
  bz2: 'lines.txt.bz2',
  xz: 'two-streams.txt.xz',
  zst: 'lines.txt.zst',
  br: 'table.csv.br',
  lz4: 'two-frames-block-checksums.txt.lz4',
  lzma: 'lines.txt.lzma',
  lz: 'two-members.csv.lz',
  z: 'nine-bits.csv.z',
  zlib: 'table.csv.zlib',
  p7m: 'statement.csv.p7m',
  warc: 'chunks-gzip-redirection.warc',
  har: 'text-base64-empty.har',
};

const ARCHIVES: Partial<Record<FormatId, string>> = {
  zip: `${TREE}.zip`,
  '7z': `${TREE}.7z`,
  tar: `gnu-${TREE}.tar`,
  tgz: `${TREE}.tgz`,
  tbz2: `${TREE}.tbz2`,
  txz: `${TREE}.txz`,
  tzst: `${TREE}.tzst`,
  tlz: `${TREE}.tlz`,
  wim: 'folders-and-times.wim',
  cpio: 'old-ascii.cpio',
  ar: 'long-names.ar',
  rar: 'stored-in-folder.rar',
  cab: 'stored.cab',
  iso: 'joliet-names.iso',
  deb: 'control-and-program.deb',
  rpm: 'gzip-payload.rpm',
  lzh: 'stored-level-1.lzh',
  xar: 'gzip-contents.xar',
  arj: 'stored.arj',
  chm: 'stored.chm',
  dmg: 'zlib-chunk-of-iso.dmg',
  squashfs: 'stored.squashfs',
  msi: 'streams.msi',
  zipx: 'bzip2-and-lzma.zipx',
  jar: 'manifest.jar',
  apk: 'manifest-and-code.apk',
  xpi: 'install-rdf.xpi',
  crx: 'version-2.crx',
  asar: 'executable.asar',
};

/** Edges that take every source, with their targets: the sources take turns at them. */
const EDGES: readonly { readonly edge: string; readonly targets: readonly FormatId[] }[] = [
  { edge: 'encryptable', targets: ['zip', '7z'] },
  { edge: 'plain', targets: ['cpio', 'tar'] },
  { edge: 'compressed', targets: ['tgz', 'tbz2', 'txz', 'tzst'] },
  { edge: 'files', targets: ['ar', 'wim'] },
];

const base = { codec: 'archive', comparator: 'archive' } as const;
const sources = Object.entries({ ...ARCHIVES, ...STREAMS }) as [FormatId, string][];

const everySource = EDGES.flatMap(({ edge, targets }) =>
  sources.map(([from, source], index): Case => {
    const others = targets.filter((to) => to !== from);
    return { ...base, edge, from, to: others[index % others.length]!, source };
  }),
);

/** What must survive, from the archive that has it into each that can. */
const everyTarget = (['zip', '7z', 'tar', 'cpio', 'tgz', 'tbz2', 'txz', 'tzst', 'wim', 'ar'] as const).map(
  (to): Case => {
    const { edge } = EDGES.find(({ targets }) => targets.includes(to))!;
    const from = to === 'txz' ? 'tar' : 'txz';
    return { ...base, edge, from, to, source: from === 'tar' ? `pax-${TREE}.tar` : `${TREE}.txz` };
  },
);

const recompressed = [
  ...(['bz2', 'xz', 'zst', 'br', 'lz4', 'zlib'] as const).map((to): Case => recompress('gz', to)),
  ...(['bz2', 'xz', 'zst', 'br', 'lz4', 'lzma', 'lz', 'z', 'zlib'] as const).map((from): Case =>
    recompress(from, 'gz'),
  ),
];

function recompress(from: FormatId, to: FormatId): Case {
  return { ...base, edge: 'recompress', from, to, source: STREAMS[from]! };
}

const PAGES = 'pages-in-natural-order';
const COMICS: readonly (readonly [FormatId, FormatId, string])[] = [
  ['cbr', 'cbz', 'two-pages.cbr'],
  ['cb7', 'cbz', `${PAGES}.cb7`],
  ['cbt', 'cbz', `${PAGES}.cbt`],
  ['cbz', 'cbt', `${PAGES}.cbz`],
  ['cbz', 'cb7', `${PAGES}.cbz`],
];
const PICTURES = {
  jpg: 'orientation-6-exif.jpg',
  png: 'card-fading-to-transparent.png',
  webp: 'lossy-alpha.webp',
} as const;

const comics: readonly Case[] = [
  ...COMICS.map(([from, to, source]): Case => ({ ...base, edge: 'comic', from, to, source })),
  ...(['bind', 'merge'] as const).flatMap((edge) =>
    (['jpg', 'png', 'webp'] as const).map((from, index): Case => {
      const to = (['cbz', 'cbt', 'cb7'] as const)[index]!;
      const besides = from === 'jpg' ? { besides: ['grey-restart-each-row.jpg'] } : {};
      return { ...base, edge, from, to, source: PICTURES[from], ...besides };
    }),
  ),
];

export const cases: readonly Case[] = [
  ...everySource,
  ...everyTarget.filter(
    (one) => !everySource.some(({ from, to, source }) => one.from === from && one.to === to && one.source === source),
  ),
  ...recompressed,
  ...comics,
  { ...base, edge: 'encryptable', from: 'p7m', to: 'zip', source: 'message-in-parts.p7m' },
  {
    ...base,
    edge: 'encryptable',
    from: 'zip',
    to: '7z',
    source: 'encrypted-aes.zip',
    options: { password: 'Athanor' },
  },
  { ...base, edge: 'plain', from: '7z', to: 'tar', source: 'encrypted-names.7z', options: { password: 'Athanor' } },
  { ...base, edge: 'encryptable', from: 'tar', to: 'zip', source: `pax-${TREE}.tar`, options: { effort: 10 } },
  ...(['epub', 'html'] as const).map((to): Case => ({
    ...{ codec: 'archive', from: 'chm', to, source: 'two-pages-contents-picture.chm', comparator: 'document' },
    edge: to === 'html' ? 'help-page' : 'help',
  })),
];
