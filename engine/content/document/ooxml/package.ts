import { indexOfBytes, utf16Bytes } from '../../../io/bytes.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { decodeXml, decodeXmlPieces, scanXml } from '../../../io/xml.ts';
import { openZip, writeZip, type ZipArchive } from '../../../io/zip.ts';
import type { Limits } from '../../../contract/limits.ts';

/** A target of one part's relationships; `target` is an entry name, or an address when `external`. */
export interface Relationship {
  readonly id: string;
  /** Last segment of the type's URI: `officeDocument`, `header`, `image` … */
  readonly type: string;
  readonly target: string;
  readonly external: boolean;
}

/** An office file in the Open Packaging Conventions (ECMA-376 part 2): a ZIP of parts that refer to each other. */
export interface OfficePackage {
  readonly zip: ZipArchive;
  /** The text of an XML part, or undefined when there is none of this name. */
  readXml(name: string): string | undefined;
  /** The same piece by piece, for parts that are too large to be one text. */
  xmlPieces(name: string): Iterable<string> | undefined;
  relationshipsOf(part: string): readonly Relationship[];
}

/** Compound File Binary: what Word makes of a DOCX that it protects with a password (and of its old formats). */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** The stream that holds the encrypted package, as its name is in the directory (MS-OFFCRYPTO 2.3.4.4). */
const ENCRYPTED_STREAM = utf16Bytes('EncryptedPackage');

/** Whether this is an office file that is encrypted with a password. */
export function isEncryptedOffice(bytes: Uint8Array): boolean {
  if (!COMPOUND_FILE.every((byte, index) => bytes[index] === byte)) return false;
  return indexOfBytes(bytes, ENCRYPTED_STREAM) >= 0;
}

export function encryptedOffice(): ConversionError {
  return new ConversionError({
    code: 'input_encrypted',
    message: 'The document is protected with a password. Send it as the option password, or remove it.',
  });
}

export function openOfficePackage(bytes: Uint8Array, limits: Limits): OfficePackage {
  if (bytes.byteLength === 0) throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  const zip = openZip(bytes, limits);
  const readXml = (name: string): string | undefined => {
    const entry = zip.find(name);
    return entry && decodeXml(zip.read(entry));
  };
  return {
    zip,
    readXml,
    xmlPieces(name) {
      const entry = zip.find(name);
      return entry && decodeXmlPieces(zip.pieces(entry));
    },
    relationshipsOf(part) {
      const source = readXml(relationshipsName(part));
      return source === undefined ? [] : parseRelationships(source, part, limits.nesting);
    },
  };
}

/** Whether a relationship leads to an image within the package of which there is nothing. */
export function isEmptyImage({ zip }: OfficePackage, { type, target, external }: Relationship): boolean {
  return type === 'image' && !external && zip.find(target)?.expandedBytes === 0;
}

/** The package with another text in one of its parts. */
export function replacePart({ zip }: OfficePackage, name: string, text: string): Uint8Array {
  return replaceEntries(zip, new Map([[name, new TextEncoder().encode(text)]]));
}

/** The package with other texts in some of its parts; those that it has not are new. */
export function replaceParts({ zip }: OfficePackage, texts: ReadonlyMap<string, string>): Uint8Array {
  const encoder = new TextEncoder();
  const parts = new Map(Array.from(texts, ([name, text]) => [zip.find(name)?.name ?? name, encoder.encode(text)]));
  const files = zip.entries
    .filter(({ name }) => !name.endsWith('/'))
    .map((entry) => ({ name: entry.name, bytes: parts.get(entry.name) ?? zip.read(entry) }));
  const added = [...parts].filter(([name]) => !zip.find(name)).map(([name, bytes]) => ({ name, bytes }));
  return writeZip([...files, ...added]);
}

/** The ZIP file with other bytes in some of its entries. */
export function replaceEntries(zip: ZipArchive, replacements: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const files = zip.entries
    .filter((entry) => !entry.name.endsWith('/'))
    .map((entry) => ({ name: entry.name, bytes: replacements.get(entry.name) ?? zip.read(entry) }));
  return writeZip(files);
}

/** Entry name of a part's relationships: `word/_rels/document.xml.rels`; the package's own for ''. */
export function relationshipsName(part: string): string {
  const slash = part.lastIndexOf('/') + 1;
  return `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
}

function parseRelationships(source: string, part: string, maxDepth: number): Relationship[] {
  const relationships: Relationship[] = [];
  scanXml(
    source,
    {
      open(name, attributes) {
        if (name !== 'Relationship') return;
        const external = attributes.get('TargetMode') === 'External';
        const target = attributes.get('Target') ?? '';
        relationships.push({
          id: attributes.get('Id') ?? '',
          type: (attributes.get('Type') ?? '').split('/').at(-1)!,
          target: external ? target : resolvePart(target, part),
          external,
        });
      },
      close() {},
      text() {},
    },
    maxDepth,
  );
  return relationships;
}

/** Entry name that a target means, relative to the folder of the part that names it. */
export function resolvePart(target: string, part: string): string {
  const segments = target.startsWith('/') ? [] : part.split('/').slice(0, -1);
  for (const segment of target.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

/** What a document says of itself (docProps/core.xml); empty strings are left out. */
export interface CoreProperties {
  readonly title?: string;
  readonly creator?: string;
  readonly subject?: string;
  readonly keywords?: string;
  readonly description?: string;
  readonly category?: string;
}

const CORE_ELEMENTS = new Set(['title', 'creator', 'subject', 'keywords', 'description', 'category']);

export function readCoreProperties(parts: OfficePackage, maxDepth: number): CoreProperties {
  const part = parts.relationshipsOf('').find(({ type }) => type === 'core-properties')?.target;
  const source = part === undefined ? undefined : parts.readXml(part);
  const properties: Record<string, string> = {};
  if (source === undefined) return properties;
  let current = '';
  scanXml(
    source,
    {
      open: (name) => void (current = name),
      close: () => void (current = ''),
      text(value) {
        if (CORE_ELEMENTS.has(current) && value.trim() !== '') properties[current] = value.trim();
      },
    },
    maxDepth,
  );
  return properties;
}

/** Entry name of a Word document's main part. Throws `input_corrupt` when there is none. */
export function findWordPart(parts: OfficePackage): string {
  const target = parts.relationshipsOf('').find(({ type }) => type === 'officeDocument')?.target ?? 'word/document.xml';
  if (parts.zip.find(target)) return target;
  throw new ConversionError({
    code: 'input_corrupt',
    message: 'The file is not a Word document: it has no main part.',
  });
}
