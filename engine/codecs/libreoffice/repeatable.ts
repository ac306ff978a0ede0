import { createHash } from 'node:crypto';
import type { Limits } from '../../contract/limits.ts';
import { clearZipTimes, createZipWriter, openZip, type ZipArchive } from '../../io/zip.ts';

/** What is drawn at random in the XML of a package, or taken from the clock, or misplaced, and what stands there instead. */
interface Drawn {
  readonly part: RegExp;
  readonly find: RegExp;
  /** The first is 1; the same text becomes the same again. */
  readonly write: (number: number, found: string) => string;
}

const MINUTE_MS = 60_000;

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
  {
    // The format of a level's number stands before its style (ECMA-376 part 1, 17.9.6).
    part: /^word\/numbering\.xml$/,
    find: /<w:pStyle [^<>]*\/><w:numFmt [^<>]*\/>/g,
    write: (_number, found) => found.replace(/^(<[^<>]*>)(.*)$/, '$2$1'),
  },
];

/** Milliseconds since 1970 between which a document was converted. */
export interface Interval {
  readonly beganMs: number;
  readonly endedMs: number;
}

/**
 * A document as LibreOffice has written it, valid and without what differs from run to run. May change the bytes it is given.
 * Comments without a date get that of their conversion: what was written in that interval goes.
 */
export function repeatable(
  bytes: Uint8Array<ArrayBuffer>,
  interval: Interval,
  limits: Limits,
): Uint8Array<ArrayBuffer> {
  const drawn = [...DRAWN, datesWithin(interval)];
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, 4).toString('latin1');
  if (start === 'PK\u0003\u0004') return repeatablePackage(bytes, drawn, limits);
  if (start === '%PDF') clearPdf(bytes);
  if (start !== '<?xm') return bytes;
  const text = Buffer.from(bytes).toString('latin1');
  // Both parts of a package are in one text.
  const changed = replaceDrawn(replaceDrawn(text, drawn, 'content.xml'), drawn, 'settings.xml');
  return changed === text ? bytes : Buffer.from(changed, 'latin1');
}

/** LibreOffice writes the time of this machine's clock, without a zone. */
function datesWithin({ beganMs, endedMs }: Interval): Drawn {
  const minutes = new Set<string>();
  for (let ms = beganMs; ms < endedMs + MINUTE_MS; ms += MINUTE_MS) {
    const offsetMs = new Date(ms).getTimezoneOffset() * MINUTE_MS;
    minutes.add(new Date(Math.min(ms, endedMs) - offsetMs).toISOString().slice(0, 'YYYY-MM-DDThh:mm'.length));
  }
  const find = new RegExp(`<dc:date>(?:${[...minutes].join('|')})[^<]*</dc:date>`, 'g');
  return { part: /(?:^|\/)content\.xml$/, find, write: () => '' };
}

function repeatablePackage(
  bytes: Uint8Array<ArrayBuffer>,
  drawn: readonly Drawn[],
  limits: Limits,
): Uint8Array<ArrayBuffer> {
  const zip = openZip(bytes, limits);
  const changed = new Map<string, Uint8Array>();
  for (const entry of zip.entries) {
    if (drawn.every(({ part }) => !part.test(entry.name))) continue;
    const text = Buffer.from(zip.read(entry)).toString('latin1');
    const replaced = replaceDrawn(text, drawn, entry.name);
    if (replaced !== text) changed.set(entry.name, Buffer.from(replaced, 'latin1'));
  }
  if (changed.size > 0) return repack(zip, changed);
  clearZipTimes(bytes);
  return bytes;
}

/** The text of a part, with other texts instead of those that were drawn. */
function replaceDrawn(text: string, drawn: readonly Drawn[], name: string): string {
  return drawn
    .filter(({ part }) => part.test(name))
    .reduce((before, { find, write }) => {
      const known = new Map<string, string>();
      return before.replace(find, (found) => {
        const written = known.get(found) ?? write(known.size + 1, found);
        known.set(found, written);
        return written;
      });
    }, text);
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
  const begin = text.lastIndexOf('trailer');
  const identifiers = [...text.slice(begin).matchAll(PDF_IDENTIFIERS)];
  for (const { index } of identifiers) file.fill('0', begin + index, begin + index + 32);
  const digest = createHash('sha256').update(file).digest('hex').slice(0, 32).toUpperCase();
  for (const { index } of identifiers) file.write(digest, begin + index, 'latin1');
}
