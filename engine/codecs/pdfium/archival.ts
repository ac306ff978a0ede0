/** Bytes of an object that are looked at: catalogues and metadata are small. */
const MAX_OBJECT_BYTES = 262_144;
const CATALOG = /\/Type\s*\/Catalog\b/;
/** A reference: `12 0 R`. */
const REFERENCE = String.raw`(\d{1,10})\s+(\d{1,5})\s+R\b`;

/** What a PDF says of itself as a file for archives (ISO 19005). */
interface ArchivalClaims {
  /** Part and conformance level of PDF/A that its metadata name, such as `2b`. */
  readonly archival?: string;
  /** Its colours have a profile that says what they mean. */
  readonly hasOutputIntent: boolean;
}

/**
 * Reads the claims where the standard wants them to be: in the metadata and the output intents that the catalogue names,
 * and not wherever such words are. PDF/A keeps its metadata unpacked; a catalogue that is packed makes no claims here.
 */
export function readArchivalClaims(pdf: Uint8Array): ArchivalClaims {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const catalog = findCatalog(file);
  const metadata = referenced(file, catalog, 'Metadata');
  const part = /pdfaid:part(?:>|\s*=\s*["'])\s*(\d)/.exec(metadata)?.[1];
  const level = /pdfaid:conformance(?:>|\s*=\s*["'])\s*([A-Za-z])/.exec(metadata)?.[1];
  const intents = /\/OutputIntents\s*\[\s*\d/.test(catalog)
    ? referenced(file, catalog.replace(/\/OutputIntents\s*\[/, '/OutputIntents '), 'OutputIntents')
    : catalog;
  const profile = intents.includes('/GTS_PDFA1') ? referenced(file, intents, 'DestOutputProfile') : '';
  return {
    ...(part === undefined ? {} : { archival: `${part}${(level ?? '').toLowerCase()}` }),
    hasOutputIntent: /\bstream\b/.test(profile),
  };
}

/** The last one counts: a file that was changed has the former ones still. */
function findCatalog(file: Buffer): string {
  for (let at = file.lastIndexOf('/Catalog'); at >= 0; at = at === 0 ? -1 : file.lastIndexOf('/Catalog', at - 1)) {
    const start = file.lastIndexOf(' obj', at);
    const object = start < 0 || at - start > MAX_OBJECT_BYTES ? '' : objectAt(file, start);
    if (CATALOG.test(object)) return object;
  }
  return '';
}

/** The text of the object that an entry of a dictionary refers to; empty where there is none. */
function referenced(file: Buffer, dictionary: string, key: string): string {
  const [, number, generation] = new RegExp(String.raw`/${key}\s+${REFERENCE}`).exec(dictionary) ?? [];
  if (number === undefined) return '';
  const name = `${number} ${generation} obj`;
  for (let at = file.lastIndexOf(name); at >= 0; at = at === 0 ? -1 : file.lastIndexOf(name, at - 1)) {
    const isWhole = at === 0 || !/\d/.test(String.fromCharCode(file[at - 1]!));
    if (isWhole) return objectAt(file, at + name.length - ' obj'.length);
  }
  return '';
}

/** From its `obj` on; the first bytes of large ones, such as of a profile. */
function objectAt(file: Buffer, start: number): string {
  const end = file.indexOf('endobj', start);
  const last = Math.min(end < 0 ? file.length : end, start + MAX_OBJECT_BYTES);
  return file.toString('latin1', start, last);
}
