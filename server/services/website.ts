import { readdir, readFile } from 'node:fs/promises';
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
  /** Compressed forms, the smallest first; none of files that are already compressed. */
  readonly packed: readonly { readonly encoding: 'br' | 'gzip'; readonly bytes: Buffer }[];
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

const brotli = promisify(brotliCompress);
const compress = promisify(gzip);

/**
 * Reads a built website into memory. It is a few hundred KB, and looking paths up in a table can never leave its
 * directory. Undefined when it was not built.
 */
export async function openWebsite(directory: string): Promise<Website | undefined> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile() && extname(entry.name) in TYPES)
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
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
    packed: PACKED.includes(extension) ? [] : await pack(bytes),
    type: TYPES[extension]!,
    etag: `"${hash('sha256', bytes).slice(0, 32)}"`,
    isPage: extension === '.html',
    isImmutable: HASHED.test(`/${name}`),
  };
}

async function pack(bytes: Buffer): Promise<WebsiteFile['packed']> {
  return [
    { encoding: 'br', bytes: await brotli(bytes) },
    { encoding: 'gzip', bytes: await compress(bytes, { level: 9 }) },
  ];
}
