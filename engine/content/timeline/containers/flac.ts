import type { InputFile } from '../../../contract/codec.ts';
import { latin1, viewAt, type ContainerFacts } from './byte-view.ts';

const MARKER = 'fLaC';
/** A frame header that says its sample rate in kilohertz (RFC 9639, section 9.1.2), which the demuxer takes for hertz. */
const KILOHERTZ = 0b1100;

/** Whether the demuxer can walk the frames: it finds none whose sample rate is coded in kilohertz, as 12 kHz is. */
export function readFlac(file: InputFile): ContainerFacts {
  if (latin1(viewAt(file, 0, MARKER.length), 0, MARKER.length) !== MARKER) return { subtitles: [] };
  let at = MARKER.length;
  for (let isLast = false; !isLast;) {
    const block = viewAt(file, at, 4);
    if (block.byteLength < 4) return { subtitles: [] };
    const head = block.getUint32(0);
    isLast = head >>> 31 === 1;
    at += 4 + (head & 0xff_ffff);
  }
  const frame = viewAt(file, at, 3);
  const isUnread = frame.byteLength === 3 && (frame.getUint8(2) & 0xf) === KILOHERTZ;
  return { subtitles: [], ...(isUnread && { isUnread }) };
}
