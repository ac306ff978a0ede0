import { ConversionError } from '../../../contract/errors.ts';
import { decodeXml, decodeXmlPieces, scanXml } from '../../../io/xml.ts';
import { openZip, type ZipArchive } from '../../../io/zip.ts';
import type { Limits } from '../../../contract/limits.ts';

/** An OpenDocument file (OASIS ODF 1.3), packed or flat. */
export interface OpenDocument {
  /** The part with the body; of a flat file, the whole file. */
  readonly content: string;
  /** The same piece by piece, as often as it is asked for: what is very large need not be one text. */
  contentPieces(): Iterable<string>;
  /** Bytes of that part, or what stands for them in a flat file. */
  readonly contentBytes: number;
  /** The part with page layouts, headers and footers; of a flat file, the whole file again. */
  readonly styles: string | undefined;
  readonly meta: string | undefined;
  /** Absent for a flat file. */
  readonly zip?: ZipArchive;
  readonly isFlat: boolean;
  /** Holds Basic or other scripts. */
  readonly hasMacros: boolean;
}

/** Opened, or known to be encrypted with a password: then nothing more can be said of it. */
type OpenedDocument = OpenDocument | 'encrypted';

const MACRO_ENTRY = /^(?:Basic|Scripts)\/.+(?<!script-l[bc]\.xml)$/;
const ZIP_MAGIC = 0x50;

/** Opens either form. Throws `input_corrupt` for a package without content. */
export function openOpenDocument(bytes: Uint8Array, limits: Limits): OpenedDocument {
  return bytes[0] === ZIP_MAGIC ? openPacked(bytes, limits) : openFlat(decodeXml(bytes));
}

function openPacked(bytes: Uint8Array, limits: Limits): OpenedDocument {
  const zip = openZip(bytes, limits);
  const readXml = (name: string): string | undefined => {
    const entry = zip.find(name);
    return entry && decodeXml(zip.read(entry));
  };
  // The whole package may be encrypted since ODF 1.3; before, each of its entries.
  if (readXml('META-INF/manifest.xml')?.includes('encryption-data')) return 'encrypted';
  const body = zip.find('content.xml');
  if (body === undefined) throw notOpenDocument();
  let content: string | undefined;
  return {
    get content() {
      return (content ??= decodeXml(zip.read(body)));
    },
    contentPieces: () => (content === undefined ? decodeXmlPieces(zip.pieces(body)) : [content]),
    contentBytes: body.expandedBytes,
    styles: readXml('styles.xml'),
    meta: readXml('meta.xml'),
    zip,
    isFlat: false,
    hasMacros: zip.entries.some(({ name, isDirectory }) => !isDirectory && MACRO_ENTRY.test(name)),
  };
}

function openFlat(source: string): OpenDocument {
  if (!/<office:document[\s>]/.test(source.slice(0, 65_536))) throw notOpenDocument();
  const hasMacros = /<ooo:module\b|<script:module\b/.test(source);
  return {
    content: source,
    contentPieces: () => [source],
    contentBytes: source.length,
    styles: source,
    meta: source,
    isFlat: true,
    hasMacros,
  };
}

function notOpenDocument(): ConversionError {
  return new ConversionError({
    code: 'input_corrupt',
    message: 'The file is not an OpenDocument file: it has no content.',
  });
}

/** What a document says of itself, by the local names of the elements in `office:meta` (`title`, `creator` …). */
export function readOpenDocumentMeta({ meta }: OpenDocument, limits: Limits): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (meta === undefined) return found;
  let isInside = false;
  let current = '';
  scanXml(
    meta,
    {
      open(name) {
        if (name === 'meta') isInside = true;
        current = isInside ? name : '';
      },
      close(name) {
        if (name === 'meta') isInside = false;
        current = '';
      },
      text(value) {
        const text = value.trim();
        if (current === '' || text === '') return;
        const before = found.get(current);
        // Each keyword has an element of its own.
        found.set(current, current === 'keyword' && before !== undefined ? `${before}, ${text}` : text);
      },
    },
    limits.nesting,
    { doctype: 'skip' },
  );
  return found;
}
