import type { FormatId } from '../index.ts';
import { hasMarker, u8 } from './byte-fields.ts';
import { found, type Detector } from './finding.ts';

const CAPTURE = 'OggS';
const BEGINS_STREAM = 0x02;

/** First packets of the codecs that Ogg carries (RFC 5334 and the codecs' mappings). */
const CODECS: readonly (readonly [marker: string, kind: string])[] = [
  ['\x80theora', 'video'],
  ['OVP80', 'video'],
  ['BBCD\0', 'video'],
  ['\x01video\0\0\0', 'ogm'],
  ['\x01text\0\0\0', 'ogm'],
  ['OpusHead', 'opus'],
  ['Speex   ', 'spx'],
  ['\x01vorbis', 'ogg'],
  ['\x7fFLAC', 'oga'],
  ['fLaC', 'oga'],
  ['PCM     ', 'ogg'],
];

/** What the streams that begin in the first pages hold decides: one video stream makes it a video file. */
export const detectOgg: Detector = async ({ head }) => {
  if (!hasMarker(head, CAPTURE)) return undefined;
  const kinds = new Set<string>();
  let at = 0;
  while (hasMarker(head, CAPTURE, at) && (u8(head, at + 5) & BEGINS_STREAM) !== 0) {
    const segments = u8(head, at + 26);
    const packetAt = at + 27 + segments;
    const kind = CODECS.find(([marker]) => hasMarker(head, marker, packetAt))?.[1];
    if (kind) kinds.add(kind);
    let bodyBytes = 0;
    for (let index = 0; index < segments; index++) bodyBytes += u8(head, at + 27 + index);
    at = packetAt + bodyBytes;
  }
  if (kinds.has('ogm')) return found('ogm', 0.95, ['ogv']);
  if (kinds.has('video')) return found('ogv', 1, ['ogm']);
  for (const format of ['ogg', 'opus', 'oga', 'spx'] as const satisfies FormatId[])
    if (kinds.has(format)) return found(format);
  return found('ogg', 0.6, ['ogv', 'opus', 'oga', 'spx', 'ogm']);
};
