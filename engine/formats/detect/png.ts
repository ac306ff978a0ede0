import { hasMarker, latin1, u32be } from './byte-fields.ts';
import { found, type Detector } from './finding.ts';

const SIGNATURE = '\x89PNG\r\n\x1a\n';
const MAX_CHUNKS = 64;

/** PNG, or APNG when an animation control chunk comes before the pixels (PNG third edition §11.3.6). */
export const detectPng: Detector = async (reader) => {
  if (!hasMarker(reader.head, SIGNATURE)) return undefined;
  let at = 8;
  for (let count = 0; count < MAX_CHUNKS; count++) {
    const chunk = await reader.read(at, 8);
    const type = latin1(chunk, 4, 8);
    if (type === 'acTL') return found('apng');
    if (type === 'IDAT' || type === 'IEND' || chunk.byteLength < 8) break;
    at += 12 + u32be(chunk, 0);
  }
  return found('png');
};
