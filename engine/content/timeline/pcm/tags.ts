import type { InputFile } from '../../../contract/codec.ts';
import type { FormatId } from '../../../formats/index.ts';
import { MiB } from '../../../contract/limits.ts';
import { latin1, viewAt } from '../containers/byte-view.ts';
import { chunksOf, coreAudioChunksOf, type Chunk } from './chunks.ts';

/** A longer tag holds a cover. */
const MOST_TAG_BYTES = 4 * MiB;

/**
 * Tags of an uncompressed file by their usual names: those of AIFF are in an ID3 tag, those of CAF in its `info`, those
 * of AU in lines of its header.
 */
export function tagsOfPcm(file: InputFile, format: FormatId): Readonly<Record<string, string>> {
  if (format === 'au') return annotations(viewAt(file, 0, Math.min(viewAt(file, 4, 4).getUint32(0), MOST_TAG_BYTES)));
  if (format === 'caf') return tagsIn(file, coreAudioChunksOf(file), 'info', coreAudioTags);
  if (format === 'aiff' || format === 'aifc') return tagsIn(file, chunksOf(file, false), 'ID3 ', id3Tags);
  return {};
}

type Tags = Record<string, string>;

function tagsIn(file: InputFile, chunks: IteratorObject<Chunk>, wanted: string, read: (view: DataView) => Tags): Tags {
  const chunk = chunks.find(({ type }) => type === wanted);
  return chunk ? read(viewAt(file, chunk.body, Math.min(chunk.size, MOST_TAG_BYTES))) : {};
}

const AU_HEAD = 24;

function annotations(view: DataView): Tags {
  const lines = textOf(view, AU_HEAD).split(/[\n\0]/);
  const pairs = lines.map((line) => /^(\w+)=(.+)$/.exec(line)).filter((match) => match !== null);
  return Object.fromEntries(pairs.map(([, name, value]) => [name!.toLowerCase(), value!]));
}

/** Pairs of key and value, each ended by a zero, behind their number. Keys are the same in capitals (chunk `info`). */
function coreAudioTags(view: DataView): Tags {
  const texts = textOf(view, 4).split('\0');
  const pairs = Array.from({ length: Math.floor(texts.length / 2) }, (_, at) => [texts[2 * at]!, texts[2 * at + 1]!]);
  return Object.fromEntries(pairs.flatMap(([key, value]) => (value === '' ? [] : [[key!.toLowerCase(), value!]])));
}

const ID3_NAMES: Readonly<Record<string, string>> = {
  TIT2: 'title',
  TPE1: 'artist',
  TALB: 'album',
  TPE2: 'albumArtist',
  TCON: 'genre',
  TRCK: 'track',
  TPOS: 'disc',
};
const ID3_HEAD = 10;
const ID3_ENCODINGS = ['latin1', 'utf-16', 'utf-16be', 'utf-8'] as const;

/** The texts of an ID3 tag of version 2.3 or 2.4 (id3.org) that have a name here. */
function id3Tags(view: DataView): Tags {
  if (latin1(view, 0, 3) !== 'ID3') return {};
  const isLatest = view.getUint8(3) === 4;
  const tags: Tags = {};
  for (let at = ID3_HEAD; at + ID3_HEAD < view.byteLength;) {
    const name = latin1(view, at, 4);
    const size = isLatest ? sevenBits(view, at + 4) : view.getUint32(at + 4);
    const body = at + ID3_HEAD;
    if (!/^[A-Z][A-Z\d]{3}$/.test(name) || size === 0) break;
    const encoding = ID3_ENCODINGS[viewByte(view, body)];
    const known = ID3_NAMES[name];
    if (known && encoding) {
      const [text] = textOf(view, body + 1, body + size, encoding).split('\0');
      if (text) tags[known] = text;
    }
    at = body + size;
  }
  return tags;
}

function sevenBits(view: DataView, at: number): number {
  return [0, 1, 2, 3].reduce((sum, byte) => (sum << 7) | (view.getUint8(at + byte) & 0x7f), 0);
}

function viewByte(view: DataView, at: number): number {
  return at < view.byteLength ? view.getUint8(at) : 0;
}

function textOf(
  { buffer, byteOffset, byteLength }: DataView,
  start: number,
  end = byteLength,
  encoding: (typeof ID3_ENCODINGS)[number] = 'utf-8',
): string {
  return new TextDecoder(encoding).decode(new Uint8Array(buffer, byteOffset, byteLength).subarray(start, end));
}
