import { createHash } from 'node:crypto';
import type { Limits } from '../../contract/limits.ts';
import { clearZipTimes, createZipWriter, openZip, type ZipArchive } from '../../io/zip.ts';

/** Numbers that are drawn at random in the XML of a package, or taken from the clock, and what stands there instead. */
interface Drawn {
  readonly part: RegExp;
  readonly find: RegExp;
  /** The first is 1; the same number gets the same text again. */
  readonly write: (number: number) => string;
}

const DRAWN: readonly Drawn[] = [
  { part: /(?:^|\/)(?:content|styles)\.xml$/, find: /(?<=")list\d{9,}(?=")/g, write: (number) => `list${number}` },
  {
    part: /(?:^|\/)settings\.xml$/,
    find: /(?<=config:name="Rsid(?:Root)?" config:type="int">)\d+/g,
    write: () => '0',
  },
  {
    part: /^ppt\/.*\.xml$/,
    find: /(?<=<a:fld id=")\{[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}\}/g,
    write: (number) => `{00000000-0000-4000-8000-${number.toString(16).toUpperCase().padStart(12, '0')}}`,
  },
];

/** A document as LibreOffice has written it, without what differs from run to run. May change the bytes it is given. */
export function repeatable(bytes: Uint8Array<ArrayBuffer>, limits: Limits): Uint8Array<ArrayBuffer> {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, 4).toString('latin1');
  if (start === 'PK\u0003\u0004') return repeatablePackage(bytes, limits);
  if (start === '%PDF') clearPdf(bytes);
  if (start !== '<?xm') return bytes;
  // Both parts of a package are in one text.
  const text = new TextDecoder().decode(bytes);
  const changed = DRAWN.filter(({ part }) => part.test('content.xml') || part.test('settings.xml')).reduce(
    replaceDrawn,
    text,
  );
  return changed === text ? bytes : new TextEncoder().encode(changed);
}

function repeatablePackage(bytes: Uint8Array<ArrayBuffer>, limits: Limits): Uint8Array<ArrayBuffer> {
  const zip = openZip(bytes, limits);
  const changed = changedParts(zip);
  if (changed.size > 0) return repack(zip, changed);
  clearZipTimes(bytes);
  return bytes;
}

function changedParts(zip: ZipArchive): Map<string, Uint8Array> {
  const changed = new Map<string, Uint8Array>();
  for (const entry of zip.entries) {
    const drawn = DRAWN.find(({ part }) => part.test(entry.name));
    if (!drawn) continue;
    const text = Buffer.from(zip.read(entry)).toString('latin1');
    const replaced = replaceDrawn(text, drawn);
    if (replaced !== text) changed.set(entry.name, Buffer.from(replaced, 'latin1'));
  }
  return changed;
}

function replaceDrawn(text: string, { find, write }: Drawn): string {
  const known = new Map<string, string>();
  return text.replace(find, (drawn) => {
    const written = known.get(drawn) ?? write(known.size + 1);
    known.set(drawn, written);
    return written;
  });
}

/** Entries that are not compressed stay so: the first one of an ODF package has to be. */
function repack(zip: ZipArchive, changed: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  const writer = createZipWriter((chunk) => void chunks.push(chunk));
  for (const entry of zip.entries)
    writer.add({ name: entry.name, bytes: changed.get(entry.name) ?? zip.read(entry), stored: entry.method === 0 });
  writer.close();
  return Buffer.concat(chunks);
}

/** When it was made, in the dictionary and in the metadata: blanks stand there instead. */
const PDF_DATES = /\/(?:CreationDate|ModDate) ?\(D:[^)]*\)|(?<=<xmp:(?:CreateDate|ModifyDate|MetadataDate)>)[^<]*/g;
/** Identifiers that are made of the time: of the file twice, and of its content. */
const PDF_IDENTIFIERS = /(?<=\/ID \[ <|>\s+<|\/DocChecksum \/)[\dA-F]{32}/g;

/** In place, so that nothing in the file lies elsewhere. Keys of an encrypted one are made of its identifier: it stays. */
function clearPdf(bytes: Uint8Array<ArrayBuffer>): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = file.toString('latin1');
  if (/\/Encrypt \d+ \d+ R/.test(text)) return;
  for (const { index, 0: date } of text.matchAll(PDF_DATES)) file.fill(' ', index, index + date.length);
  const identifiers = [...text.slice(text.lastIndexOf('trailer')).matchAll(PDF_IDENTIFIERS)];
  const begin = text.lastIndexOf('trailer');
  for (const { index } of identifiers) file.fill('0', begin + index, begin + index + 32);
  const digest = createHash('sha256').update(file).digest('hex').slice(0, 32).toUpperCase();
  for (const { index } of identifiers) file.write(digest, begin + index, 'latin1');
}
