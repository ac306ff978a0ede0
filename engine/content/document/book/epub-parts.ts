import { ConversionError } from '../../../contract/errors.ts';
import { decodeXml, scanXml } from '../../../io/xml.ts';
import { openZip, type ZipArchive } from '../../../io/zip.ts';
import type { Limits } from '../../../contract/limits.ts';
import { resolvePart } from '../ooxml/package.ts';

interface ManifestItem {
  readonly id: string;
  /** Entry name in the package. */
  readonly name: string;
  readonly type: string;
  readonly properties: string;
}

/** An EPUB (EPUB 3.3, OCF): a ZIP of chapters with a list of their order. */
export interface Book {
  readonly zip: ZipArchive;
  readonly manifest: readonly ManifestItem[];
  /** Entry names of the chapters in reading order. */
  readonly spine: readonly string[];
  readonly hasMetadata: boolean;
  /** Entry name and source of the list of contents (OPF). */
  readonly packageName: string;
  readonly packageSource: string;
  /** The chapters themselves are encrypted; fonts that are only hidden do not count. */
  readonly isEncrypted: boolean;
  /** The sources of the chapters in reading order. */
  chapters(): Generator<string>;
  /** The text of a part; nothing where it is not there. */
  readXml(name: string): string | undefined;
}

const CHAPTER = /\.(?:x?html?|xml)$/i;
const METADATA = new Set(['title', 'creator', 'publisher', 'subject', 'description', 'contributor']);

/** Throws `input_corrupt` for a ZIP that is no book, and for a book whose chapters are not in it. */
export function openBook(bytes: Uint8Array, limits: Limits): Book {
  const zip = openZip(bytes, limits);
  const readXml = (name: string): string | undefined => {
    const entry = zip.find(name);
    return entry && decodeXml(zip.read(entry));
  };
  const packageName = findPackage(readXml('META-INF/container.xml'), limits);
  const source = packageName === undefined ? undefined : readXml(packageName);
  if (packageName === undefined || source === undefined) throw damaged('its list of contents is missing');
  const { manifest, spine, hasMetadata } = readPackage(source, packageName, limits);
  const names = spine.filter((name) => zip.find(name));
  if (names.length === 0) throw damaged(spine.length === 0 ? 'it lists no chapters' : 'its chapters are missing');
  const encryption = readXml('META-INF/encryption.xml');
  return {
    zip,
    manifest,
    spine: names,
    hasMetadata,
    packageName,
    packageSource: source,
    readXml,
    isEncrypted: encryption !== undefined && encryptsChapters(encryption),
    *chapters() {
      for (const name of names) yield readXml(name)!;
    },
  };
}

function findPackage(container: string | undefined, limits: Limits): string | undefined {
  let found: string | undefined;
  if (container === undefined) return undefined;
  scan(container, limits, (name, get) => {
    if (name === 'rootfile') found ??= get('full-path');
  });
  return found;
}

function readPackage(source: string, packageName: string, limits: Limits) {
  const manifest: ManifestItem[] = [];
  const order: string[] = [];
  let hasMetadata = false;
  scan(source, limits, (name, get) => {
    if (METADATA.has(name)) hasMetadata = true;
    if (name === 'itemref') order.push(get('idref') ?? '');
    if (name !== 'item') return;
    const href = decodeName(get('href') ?? '');
    manifest.push({
      id: get('id') ?? '',
      name: resolvePart(href, packageName),
      type: get('media-type') ?? '',
      properties: get('properties') ?? '',
    });
  });
  const names = new Map(manifest.map(({ id, name }) => [id, name]));
  return { manifest, spine: order.flatMap((id) => names.get(id) ?? []), hasMetadata };
}

function scan(
  source: string,
  limits: Limits,
  open: (name: string, get: (attribute: string) => string | undefined) => void,
): void {
  const handler = {
    open: (name: string, attributes: { get(name: string): string | undefined }) =>
      open(name, (attribute) => attributes.get(attribute)),
    close() {},
    text() {},
  };
  scanXml(source, handler, limits.nesting, { doctype: 'skip' });
}

function encryptsChapters(encryption: string): boolean {
  const names = [...encryption.matchAll(/<(?:\w+:)?CipherReference\b[^>]*\bURI\s*=\s*["']([^"']*)["']/g)];
  return names.some(([, name]) => CHAPTER.test(name!));
}

function decodeName(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return href;
  }
}

function damaged(what: string): ConversionError {
  return new ConversionError({ code: 'input_corrupt', message: `The file is not a readable EPUB: ${what}.` });
}
