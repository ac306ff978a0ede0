import type { InputFile } from '../../../contract/codec.ts';
import { viewAt, type ContainerFacts } from './byte-view.ts';

/** First bytes of the GUIDs of the header object and of the file properties object, as numbers of 8 bytes. */
const HEADER = 0x11cf668e75b22630n;
const FILE_PROPERTIES = 0x11cfa9478cabdca1n;

/** Objects of a header looked at before a file is left alone: a real one has about ten. */
const MAX_OBJECTS = 100;

/** Looks at the header of an ASF file (WMA, WMV), which says how large the whole file is. */
export function readAsf(file: InputFile): ContainerFacts {
  const start = viewAt(file, 0, 30);
  if (start.byteLength < 30 || start.getBigUint64(0, true) !== HEADER) return { unreadable: true, subtitles: [] };
  const count = Math.min(start.getUint32(24, true), MAX_OBJECTS);
  let position = 30;
  for (let index = 0; index < count; index++) {
    const object = viewAt(file, position, 104);
    if (object.byteLength < 24) break;
    if (object.getBigUint64(0, true) === FILE_PROPERTIES) return { subtitles: [], ...truncation(file, object) };
    position += Number(object.getBigUint64(16, true));
  }
  return { subtitles: [] };
}

/** A stream that was recorded as it was broadcast does not know its size. */
function truncation(file: InputFile, properties: DataView): Pick<ContainerFacts, 'truncated'> {
  if (properties.byteLength < 104 || (properties.getUint32(88, true) & 1) === 1) return {};
  const promisedBytes = Number(properties.getBigUint64(40, true));
  return promisedBytes > file.size ? { truncated: { promisedBytes } } : {};
}
