import { gunzip } from '../../../io/compression.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { decodeXml } from '../../../io/xml.ts';
import { openZip, type ZipArchive, type ZipEntry } from '../../../io/zip.ts';
import type { Limits } from '../../../contract/limits.ts';
import { openArchive, type Archive } from './archive.ts';

/** A document of Apple's iWork: of 2005 to 2009 one file of XML, since 2013 objects in archives. */
export type IWorkPackage = IWorkXml | IWorkArchive;

export interface IWorkXml extends IWorkFiles {
  readonly kind: 'xml';
  readonly source: string;
}

export interface IWorkArchive extends IWorkFiles {
  readonly kind: 'archive';
  readonly archive: Archive;
}

interface IWorkFiles {
  /** The bytes of a file beside the document, such as an image. */
  file(name: string): Uint8Array | undefined;
  /** The same by the end of its name, where the folder is not known. */
  fileEnding(name: string): Uint8Array | undefined;
}

const XML_INDEX = /^(?:[^/]+\/)?index\.(?:xml|apxl)(\.gz)?$/i;

/** Throws `input_corrupt`, `input_encrypted`, `input_truncated` and `input_too_complex`. */
export function openIWork(bytes: Uint8Array, limits: Limits): IWorkPackage {
  const zip = openUnprotected(bytes, limits);
  return (
    xmlIn(zip, limits) ?? { kind: 'archive', archive: openArchive(innerIndex(zip, limits), limits), ...filesOf(zip) }
  );
}

/** The same for documents of 2005 to 2009 alone; nothing for newer ones. */
export function openIWorkXml(bytes: Uint8Array, limits: Limits): IWorkXml | undefined {
  return xmlIn(openUnprotected(bytes, limits), limits);
}

function openUnprotected(bytes: Uint8Array, limits: Limits): ZipArchive {
  if (bytes.byteLength === 0) throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  const zip = openZip(bytes, limits);
  if (zip.entries.some(({ name }) => /(?:^|\/)\.iwp[hv]2?$/.test(name))) throw encrypted();
  return zip;
}

function xmlIn(zip: ZipArchive, limits: Limits): IWorkXml | undefined {
  const index = zip.entries.find(({ name }) => XML_INDEX.test(name));
  if (!index) return undefined;
  return { kind: 'xml', source: decodeXml(unpacked(zip.read(index), index.name, limits)), ...filesOf(zip) };
}

/** As packages of 2013 were sent by mail: their objects lie in a ZIP of their own within the one that was made of them. */
function innerIndex(zip: ZipArchive, limits: Limits): ZipArchive {
  if (zip.entries.some(({ name }) => /(?:^|\/)Index\/.+\.iwa$/i.test(name))) return zip;
  const inner = zip.entries.find(({ name }) => /(?:^|\/)Index\.zip$/i.test(name));
  if (inner) return openZip(zip.read(inner), limits);
  throw new ConversionError({
    code: 'input_corrupt',
    message: 'The file is no iWork document: it has neither an index of XML nor an archive of objects.',
  });
}

function filesOf(zip: ZipArchive): IWorkFiles {
  const readable = zip.entries.filter(({ isDirectory }) => !isDirectory);
  // An image may be shown again and again.
  const read = new Map<ZipEntry, Uint8Array>();
  const find = (matches: (name: string) => boolean): Uint8Array | undefined => {
    const entry = readable.find(({ name }) => matches(name));
    const bytes = entry && (read.get(entry) ?? zip.read(entry));
    if (bytes) read.set(entry, bytes);
    return bytes;
  };
  return {
    file: (wanted) => find((name) => name === wanted),
    fileEnding: (wanted) => find((name) => name === wanted || name.endsWith(`/${wanted}`)),
  };
}

function unpacked(bytes: Uint8Array, name: string, { xmlChars }: Limits): Uint8Array {
  if (!/\.gz$/i.test(name)) return bytes;
  try {
    return gunzip(bytes, { maxOutputLength: xmlChars });
  } catch (cause) {
    const message = 'The document cannot be read: its index is damaged or expands too far.';
    throw new ConversionError({ code: 'input_corrupt', message }, { cause });
  }
}

function encrypted(): ConversionError {
  return new ConversionError({
    code: 'input_encrypted',
    message: 'The document is protected with a password. Remove the password in its program, and send it again.',
  });
}
