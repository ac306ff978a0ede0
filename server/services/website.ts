import { readdir, readFile } from 'node:fs/promises';
import { hash } from 'node:crypto';
import { findPackageJSON } from 'node:module';
import { dirname, extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Where `npm run web` leaves the pages: the same place in a checkout and in the published package. */
export const WEBSITE_DIR = join(dirname(findPackageJSON(import.meta.url) ?? '.'), 'dist/web');

/** One file of the website, in memory. */
export interface WebsiteFile {
  readonly bytes: Buffer;
  /** Compressed; absent for what is compressed already. */
  readonly gzipped: Buffer | undefined;
  readonly type: string;
  readonly etag: string;
  /** A page, whose address has no extension. */
  readonly isPage: boolean;
  /** The name holds a hash of the content: another content has another name. */
  readonly isImmutable: boolean;
}

/** Files by the path of their address. */
export type Website = ReadonlyMap<string, WebsiteFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
};

const HASHED = /^\/assets\/.+-[\w-]{8,}\.\w+$/;

const compress = promisify(gzip);

/**
 * Reads a built website whole: it is a few hundred KB, and an address that is looked up in a table can never lead
 * out of its directory. Undefined when it is not built.
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

/** `/` of `index.html`, `/docs/errors` of `docs/errors.html`, `/assets/a.js` of itself. */
function addressOf(name: string): string {
  return `/${name.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`;
}

async function read(path: string, name: string): Promise<WebsiteFile> {
  const bytes = await readFile(path);
  const extension = extname(name);
  return {
    bytes,
    gzipped: extension === '.png' ? undefined : await compress(bytes, { level: 9 }),
    type: TYPES[extension]!,
    etag: `"${hash('sha256', bytes).slice(0, 32)}"`,
    isPage: extension === '.html',
    isImmutable: HASHED.test(`/${name}`),
  };
}
