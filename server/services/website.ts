import { readdir, readFile, writeFile } from 'node:fs/promises';
import { hash } from 'node:crypto';
import { findPackageJSON } from 'node:module';
import { dirname, extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** Output directory of `npm run web`: the same path in a checkout and in the published package. */
export const WEBSITE_DIR = join(dirname(findPackageJSON(import.meta.url) ?? '.'), 'dist/web');

/** One file of the website, in memory. */
export interface WebsiteFile {
  readonly bytes: Buffer;
  /** Compressed forms, the smallest first; none of files that are compressed by themselves, or were not compressed. */
  readonly packed: readonly { readonly encoding: Encoding['name']; readonly bytes: Buffer }[];
  readonly type: string;
  readonly etag: string;
  /** A page, whose URL has no extension. */
  readonly isPage: boolean;
  /** The name contains a hash of the content, so different content has a different name. */
  readonly isImmutable: boolean;
}

/** Files by URL path. */
export type Website = ReadonlyMap<string, WebsiteFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** Compressed by themselves. */
const PACKED: readonly string[] = ['.png', '.pdf', '.docx'];

const HASHED = /^\/assets\/.+-[\w-]{8,}\.\w+$/;

interface Encoding {
  readonly name: 'br' | 'gzip';
  readonly extension: string;
  readonly compress: (bytes: Buffer) => Promise<Buffer>;
}

/** The smallest first. */
const ENCODINGS: readonly Encoding[] = [
  { name: 'br', extension: '.br', compress: promisify<Buffer, Buffer>(brotliCompress) },
  { name: 'gzip', extension: '.gz', compress: (bytes) => promisify(gzip)(bytes, { level: 9 }) },
];

/** Writes the compressed forms of a website's files beside them: it takes seconds, for which no visitor should wait. */
export async function packWebsite(directory: string): Promise<void> {
  const names = (await filesIn(directory)).filter((name) => !PACKED.includes(extname(name)));
  await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      const bytes = await readFile(path);
      for (const { extension, compress } of ENCODINGS) await writeFile(path + extension, await compress(bytes));
    }),
  );
}

/** Paths of the files that the service sends, with slashes. */
async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && extname(entry.name) in TYPES)
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}

/**
 * Reads a built website into memory. It is a few hundred KB, and looking paths up in a table can never leave its
 * directory. Undefined when it was not built.
 */
export async function openWebsite(directory: string): Promise<Website | undefined> {
  const names = await filesIn(directory);
  if (!names.includes('index.html')) return undefined;
  const files = await Promise.all(
    names.map(async (name) => [addressOf(name), await read(join(directory, name), name)] as const),
  );
  return new Map(files);
}

/**
 * Returns the URL path of a file: `/` for `index.html`, `/docs/errors` for `docs/errors.html`, `/assets/a.js` for
 * itself.
 */
function addressOf(name: string): string {
  return `/${name.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`;
}

async function read(path: string, name: string): Promise<WebsiteFile> {
  const bytes = await readFile(path);
  const extension = extname(name);
  return {
    bytes,
    packed: await readPacked(path),
    type: TYPES[extension]!,
    etag: `"${hash('sha256', bytes).slice(0, 32)}"`,
    isPage: extension === '.html',
    isImmutable: HASHED.test(`/${name}`),
  };
}

async function readPacked(path: string): Promise<WebsiteFile['packed']> {
  const forms = ENCODINGS.map(async ({ name, extension }) => {
    const bytes = await readFile(path + extension).catch(() => undefined);
    return bytes ? [{ encoding: name, bytes }] : [];
  });
  return (await Promise.all(forms)).flat();
}
