import { hasMarker, indexOfMarker } from './byte-fields.ts';
import { found, type Detector } from './finding.ts';

const HEADER = '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c';
const VIDEO_STREAM = '\xc0\xef\x19\xbc\x4d\x5b\xcf\x11\xa8\xfd\x00\x80\x5f\x5c\x44\x2b';
const AUDIO_STREAM = '\x40\x9e\x69\xf8\x4d\x5b\xcf\x11\xa8\xfd\x00\x80\x5f\x5c\x44\x2b';

/** Windows Media: the stream types in the header object tell a video from music (ASF specification §3.3). */
export const detectAsf: Detector = async ({ head }) => {
  if (!hasMarker(head, HEADER)) return undefined;
  if (indexOfMarker(head, VIDEO_STREAM) >= 0) return found('wmv', 1, ['asf', 'wma']);
  if (indexOfMarker(head, AUDIO_STREAM) >= 0) return found('wma', 1, ['asf', 'wmv']);
  return found('asf', 0.9, ['wmv', 'wma']);
};
