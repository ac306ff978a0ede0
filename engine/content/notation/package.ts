import type { Limits } from '../../contract/limits.ts';
import { utf8Bytes } from '../../io/bytes.ts';
import { decodeXml, scanXml } from '../../io/xml.ts';
import { openZip, writeZip } from '../../io/zip.ts';
import { corruptScore } from './failures.ts';

/* MusicXML 4.0, "Compressed .mxl files". */

const CONTAINER = 'META-INF/container.xml';
const MIMETYPE = 'mimetype';
const SCORE = 'score.musicxml';
const IS_SCORE = /^[^/]+\.(?:musicxml|xml)$/i;

/** A score out of its package, and names of what lies beside it. */
export interface UnpackedScore {
  readonly score: Uint8Array;
  readonly others: readonly string[];
}

export function packScore(score: Uint8Array): Uint8Array {
  const type = 'application/vnd.recordare.musicxml';
  const container =
    '<?xml version="1.0" encoding="UTF-8"?>\n<container><rootfiles>' +
    `<rootfile full-path="${SCORE}" media-type="${type}+xml"/></rootfiles></container>\n`;
  return writeZip([
    { name: MIMETYPE, bytes: utf8Bytes(type), stored: true },
    { name: CONTAINER, bytes: utf8Bytes(container) },
    { name: SCORE, bytes: score },
  ]);
}

/** The first score that the container names. Throws `input_corrupt`, and what `openZip` throws. */
export function unpackScore(bytes: Uint8Array, limits: Limits): UnpackedScore {
  const zip = openZip(bytes, limits);
  const container = zip.find(CONTAINER);
  const named = container && rootFileOf(decodeXml(zip.read(container)), limits);
  const entry = (named && zip.find(named)) ?? zip.entries.find(({ name }) => IS_SCORE.test(name));
  if (!entry) throw corruptScore('its package holds no score');
  const others = zip.entries.filter(
    (each) => each !== entry && each !== container && each.name !== MIMETYPE && !each.isDirectory,
  );
  return { score: zip.read(entry), others: others.map(({ name }) => name) };
}

function rootFileOf(xml: string, { nesting }: Limits): string | undefined {
  let path: string | undefined;
  const open = (name: string, attributes: { get(name: string): string | undefined }): void => {
    if (name === 'rootfile') path ??= attributes.get('full-path');
  };
  scanXml(xml, { open, close: () => undefined, text: () => undefined }, nesting, { doctype: 'skip' });
  return path;
}
