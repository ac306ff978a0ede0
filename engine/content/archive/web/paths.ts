/** Extensions of what has none in its address. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/css': 'css',
  'text/javascript': 'js',
  'application/javascript': 'js',
  'application/json': 'json',
  'text/plain': 'txt',
  'text/xml': 'xml',
  'application/xml': 'xml',
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
};
/** Characters that names of files cannot have on every system. */
const FORBIDDEN = /[<>:"|?*\\\p{Cc}]/gu;
const MOST_FOLDERS = 32;
const MOST_NAME_CHARS = 120;

/** Gives each address a path of its own: the host, its folders, and a name that says what it is. */
export class PathsOfAddresses {
  /** Paths that are folders of others. */
  readonly #folders = new Set<string>();
  readonly #taken = new Set<string>();

  constructor(addresses: readonly string[]) {
    for (const address of addresses) {
      const names = namesOf(address).slice(0, -1);
      for (let end = 1; end <= names.length; end++) this.#folders.add(names.slice(0, end).join('/').toLowerCase());
    }
  }

  take(address: string, contentType: string | undefined): string {
    const names = namesOf(address);
    const type = contentType?.split(';')[0]!.trim().toLowerCase() ?? '';
    const extension = Object.hasOwn(EXTENSIONS, type) ? EXTENSIONS[type] : undefined;
    let name = names.pop()!;
    if (name === '') name = 'index';
    if (!/\.\w{1,8}$/.test(name) && extension) name += `.${extension}`;
    const folder = names.map((each) => `${each}/`).join('');
    for (let count = 1; ; count++) {
      const path = folder + (count === 1 ? name : numbered(name, count));
      const key = path.toLowerCase();
      if (this.#taken.has(key) || this.#folders.has(key)) continue;
      this.#taken.add(key);
      return path;
    }
  }
}

function numbered(name: string, count: number): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)}-${count}${name.slice(dot)}` : `${name}-${count}`;
}

/** Folders and the name of an address; the name is empty where it ends with a slash. */
function namesOf(address: string): string[] {
  const { host, pathname, search } = parsed(address);
  const [last = '', ...folders] = pathname.split('/').toReversed();
  const names = [host, ...folders.toReversed()].filter((name) => name !== '');
  const path = names.slice(0, MOST_FOLDERS).map(clean);
  return [...path, clean(last + search)];
}

function parsed(address: string): { readonly host: string; readonly pathname: string; readonly search: string } {
  try {
    const { host, protocol, pathname, search } = new URL(address);
    // Without a host it is a name: `urn:…`, `data:…`.
    return { host: host || protocol.replace(':', ''), pathname, search };
  } catch {
    return { host: 'other', pathname: address, search: '' };
  }
}

/** A name that decodes what addresses escape, and leads nowhere else. */
function clean(name: string): string {
  let text = name;
  try {
    text = decodeURIComponent(name);
  } catch {
    // Not UTF-8: it stays escaped.
  }
  const safe = text
    .replaceAll('/', '_')
    .replace(FORBIDDEN, '_')
    .replace(/^\.+$/, '_')
    .replace(/[. ]+$/, '_');
  return safe.slice(0, MOST_NAME_CHARS);
}
