import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';

/** Compressed files of one content, which archives take in as their only entry. */
const STREAMS = ['gz', 'bz2', 'xz', 'zst', 'br', 'lz4', 'lzma', 'lz', 'z', 'zlib'] as const satisfies FormatId[];

const ARCHIVES = [
  ...(['zip', '7z', 'tar', 'tgz', 'tbz2', 'txz', 'tzst', 'tlz', 'wim', 'cpio', 'ar'] as const),
  ...(['rar', 'cab', 'iso', 'deb', 'rpm', 'lzh', 'xar', 'arj', 'chm', 'dmg', 'squashfs', 'msi'] as const),
  ...(['zipx', 'jar', 'apk', 'xpi', 'crx', 'asar', 'p7m', 'warc', 'har'] as const),
] as const satisfies FormatId[];

const COMICS = ['cbz', 'cbr', 'cbt', 'cb7'] as const satisfies FormatId[];

/** Images that readers of comics show. */
const PAGES = ['jpg', 'png', 'webp'] as const satisfies FormatId[];

const shared = {
  operation: 'recode',
  takes: 'one',
  gives: 'one',
  cost: { ms: { base: 60, perMB: 150 }, memoryMB: { base: 120, perMB: 8 }, cpuSlots: 1 },
} satisfies Partial<EdgeSpec>;

/**
 * Archives and compressed files. ZIP, tar, cpio, ar, asar, signed files (CMS) and records of the web (WARC, HAR) by readers and writers of our own, which keep modes, times
 * and links; gzip, zstd and brotli by Node's zlib; LZ4 by lz4js; everything else by 7-Zip.
 * The pages of a compiled help are the chapters of a book.
 */
export default defineCodec({
  id: 'archive',
  lane: 'media',
  packages: ['7z-wasm', '@mixmark-io/domino', 'entities', 'lz4js', 'fflate', 'htmlparser2'],
  licence: 'LGPL-2.1-or-later AND BSD-3-Clause AND ISC AND MIT',
  wasm: {
    // A dictionary of 16 MiB takes about 190 MB to write; archives of others may have one of 64 MiB and more.
    sevenZip: { file: '7z-wasm/7zz.wasm', maxPages: 16_384 },
  },
  inspects: [...ARCHIVES.filter((format) => format !== 'zip'), ...STREAMS, ...COMICS],
  previews: [...ARCHIVES, ...STREAMS],
  edges: [
    {
      ...shared,
      name: 'encryptable',
      from: [...ARCHIVES, ...STREAMS],
      to: ['zip', '7z'],
      selfEdges: true,
      keeps: ['entries', 'metadata'],
      options: ['password', 'encrypt', 'effort'],
    },
    {
      ...shared,
      name: 'plain',
      from: [...ARCHIVES, ...STREAMS],
      to: ['tar', 'cpio'],
      keeps: ['entries', 'metadata'],
      options: ['password'],
    },
    {
      ...shared,
      name: 'compressed',
      from: [...ARCHIVES, ...STREAMS],
      to: ['tgz', 'tbz2', 'txz', 'tzst'],
      selfEdges: true,
      keeps: ['entries', 'metadata'],
      options: ['password', 'effort'],
    },
    {
      ...shared,
      name: 'files',
      from: [...ARCHIVES, ...STREAMS],
      to: ['wim', 'ar'],
      keeps: ['entries'],
      options: ['password'],
    },
    {
      ...shared,
      name: 'recompress',
      from: STREAMS,
      to: ['gz', 'bz2', 'xz', 'zst', 'br', 'lz4', 'zlib'],
      selfEdges: true,
      keeps: ['entries', 'metadata'],
      options: ['effort'],
    },
    {
      ...shared,
      name: 'comic',
      from: COMICS,
      to: ['cbz', 'cbt', 'cb7'],
      keeps: ['look', 'pages', 'metadata'],
      options: ['password'],
    },
    {
      ...shared,
      name: 'bind',
      from: PAGES,
      to: ['cbz', 'cbt', 'cb7'],
      keeps: ['look', 'pages', 'alpha', 'depth'],
      takes: 'all',
      // what a comic becomes depends on the format of its pages, which no longer shows
      onlyLast: true,
    },
    {
      ...shared,
      name: 'merge',
      from: PAGES,
      to: ['cbz', 'cbt', 'cb7'],
      keeps: ['look', 'pages', 'alpha', 'depth'],
      takes: 'all',
      merges: 'pages',
    },
    {
      ...shared,
      name: 'help',
      from: ['chm'],
      to: ['epub'],
      keeps: ['text', 'structure', 'figures', 'metadata'],
      derives: [{ from: 'entries', to: 'text' }],
    },
    {
      ...shared,
      name: 'help-page',
      from: ['chm'],
      to: ['html'],
      keeps: ['text', 'structure', 'figures', 'metadata'],
      derives: [
        { from: 'entries', to: 'text' },
        { from: 'text', to: 'look' },
      ],
    },
  ],
  load: () => import('./run.ts'),
});
