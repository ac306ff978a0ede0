import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';
import type { FormatId } from '../../formats/index.ts';
import { declaredEncoding, decodeXml, doctypeOf, scanXml } from '../../io/xml.ts';
import { openZip } from '../../io/zip.ts';
import { countMei } from './mei.ts';
import type { WrittenMusic } from './model.ts';
import { countMusicXml } from './musicxml.ts';

/** A score as the text that programs read, and what is in it. */
export interface ReadMusic {
  /** Without a declaration or a document type: nothing is there to be expanded. */
  readonly xml: string;
  readonly music: WrittenMusic;
}

/** Notes of one score: a symphony has about a hundred thousand. */
const MOST_NOTES = 200_000;
const CONTAINER = 'META-INF/container.xml';
const IS_SCORE = /^[^/]+\.(?:musicxml|xml)$/i;

/** Reads a score in MusicXML, packed or not, or in MEI. Throws `input_corrupt`, and `input_too_complex` beyond the limits. */
export function readMusic(bytes: Uint8Array, format: FormatId, limits: Limits): ReadMusic {
  const xml = textOf(format === 'mxl' ? unpacked(bytes, limits) : bytes);
  if (xml.length > limits.xmlChars) throw tooLarge('characters', limits.xmlChars, xml.length);
  const music = format === 'mei' ? countMei(xml, limits) : countMusicXml(xml, limits);
  if (music.notes > MOST_NOTES) throw tooLarge('notes', MOST_NOTES, music.notes);
  if (music.measures === 0) throw corrupt('it has no measures');
  return { xml, music };
}

function textOf(bytes: Uint8Array): string {
  const encoding = declaredEncoding(bytes) ?? 'utf-8';
  const isUnicode = /^utf-?(?:8|16)/i.test(encoding);
  const text = isUnicode ? decodeXml(bytes) : new TextDecoder(encoding).decode(bytes);
  return text.replace(doctypeOf(text), '').replace(/^\uFEFF?\s*(?:<\?xml[^>]*\?>)?\s*/, '');
}

/** The score of a package: the first that its container names (MusicXML 4.0, compressed files). */
function unpacked(bytes: Uint8Array, limits: Limits): Uint8Array {
  const zip = openZip(bytes, limits);
  const container = zip.find(CONTAINER);
  const named = container && rootFileOf(decodeXml(zip.read(container)), limits);
  const entry = (named && zip.find(named)) ?? zip.entries.find(({ name }) => IS_SCORE.test(name));
  if (!entry) throw corrupt('its package holds no score');
  return zip.read(entry);
}

function rootFileOf(xml: string, { nesting }: Limits): string | undefined {
  let path: string | undefined;
  const open = (name: string, attributes: { get(name: string): string | undefined }): void => {
    if (name === 'rootfile') path ??= attributes.get('full-path');
  };
  scanXml(xml, { open, close: () => undefined, text: () => undefined }, nesting, { doctype: 'skip' });
  return path;
}

function corrupt(what: string): ConversionError {
  const message = `The score cannot be read: ${what}. Export it again from the program that wrote it.`;
  return new ConversionError({ code: 'input_corrupt', message });
}

function tooLarge(limit: string, allowed: number, found: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The score has ${found.toLocaleString('en')} ${limit}; ${allowed.toLocaleString('en')} are the most. Divide it.`,
    details: { limit, allowed, found },
  });
}
