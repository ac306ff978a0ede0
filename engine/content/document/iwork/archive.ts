import { ConversionError } from '../../../contract/errors.ts';
import type { ZipArchive } from '../../../io/zip.ts';
import type { Limits } from '../../../contract/limits.ts';
import { Message, readVarint } from './message.ts';
import { expandChunks } from './snappy.ts';

/** Objects of one document: a long one has some ten thousand. */
const MAX_OBJECTS = 2_000_000;

/** An object of a document of iWork '13 or later. */
interface ArchivedObject {
  readonly id: number;
  /** Number of its kind among those of the program and of the shared frameworks. */
  readonly type: number;
  readonly message: Message;
}

/** The objects of a document, which refer to each other by number. */
export interface Archive {
  get(id: number | undefined): ArchivedObject | undefined;
  /** The same where it is of this type. */
  message(id: number | undefined, ...types: readonly number[]): Message | undefined;
  ofType(type: number): ArchivedObject[];
}

interface Place {
  readonly type: number;
  readonly bytes: Uint8Array;
}

/** Reads every `.iwa` of a package. Objects are parsed when they are asked for. */
export function openArchive(zip: ZipArchive, limits: Limits): Archive {
  const places = new Map<number, Place>();
  let left: number = limits.expandedBytes;
  for (const entry of zip.entries) {
    if (entry.isDirectory || !/\.iwa$/i.test(entry.name)) continue;
    const bytes = expandChunks(zip.read(entry), left);
    left -= bytes.byteLength;
    readObjects(bytes, places);
  }
  const parsed = new Map<number, ArchivedObject>();
  const get = (id: number | undefined): ArchivedObject | undefined => {
    const place = id === undefined ? undefined : places.get(id);
    if (!place) return undefined;
    const object = parsed.get(id!) ?? { id: id!, type: place.type, message: new Message(place.bytes) };
    parsed.set(id!, object);
    return object;
  };
  return {
    get,
    message(id, ...types) {
      const object = get(id);
      return object && types.includes(object.type) ? object.message : undefined;
    },
    ofType: (type) => [...places].flatMap(([id, place]) => (place.type === type ? (get(id) ?? []) : [])),
  };
}

/** Each object: the length of its header, its header (TSP.ArchiveInfo), and one message after the other. */
function readObjects(bytes: Uint8Array, places: Map<number, Place>): void {
  for (let at = 0; at < bytes.byteLength;) {
    const { value, next } = readVarint(bytes, at, bytes.byteLength);
    if (value === 0 || next + value > bytes.byteLength) throw damaged();
    const header = new Message(bytes.subarray(next, next + value));
    at = next + value;
    const id = header.uint(1) ?? 0;
    for (const [index, info] of header.messages(2).entries()) {
      const length = info.uint(3) ?? 0;
      if (at + length > bytes.byteLength || places.size >= MAX_OBJECTS) throw damaged();
      // What follows the first message are changes to it that only newer programs know.
      if (index === 0) places.set(id, { type: info.uint(1) ?? 0, bytes: bytes.subarray(at, at + length) });
      at += length;
    }
  }
}

function damaged(): ConversionError {
  return new ConversionError({
    code: 'input_corrupt',
    message: 'The document is damaged: the list of its objects cannot be read.',
  });
}
