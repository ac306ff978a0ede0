import { childrenOf, readRecord, type OfficeRecord } from '../office-art/records.ts';

/** Types of records ([MS-PPT] 2.13.24). */
const DOCUMENT = 0x03e8;
const USER_EDIT = 0x0ff5;
const PERSIST_DIRECTORY = 0x1772;
/** Where the place of the last edit is in the stream `Current User`. */
const LAST_EDIT_AT = 16;
const MAX_EDITS = 1000;

interface PersistOffsets {
  /** Where each object is in the stream; later edits overrule earlier ones. */
  readonly offsets: ReadonlyMap<number, number>;
  /** Where the document's own record is. */
  readonly document: number | undefined;
}

/** Follows the chain of edits of a presentation from the last one back ([MS-PPT] 2.1.2). */
export function persistOffsets(stream: Uint8Array, user: Uint8Array | undefined): PersistOffsets {
  const offsets = new Map<number, number>();
  let documentId: number | undefined;
  const hasUser = user !== undefined && user.byteLength >= LAST_EDIT_AT + 4;
  let next = hasUser ? new DataView(user.buffer, user.byteOffset).getUint32(LAST_EDIT_AT, true) : 0;
  for (let edits = 0; next > 0 && edits < MAX_EDITS; edits++) {
    const edit = readRecord(stream, next);
    if (edit?.type !== USER_EDIT || edit.data.byteLength < 20) break;
    const view = new DataView(edit.data.buffer, edit.data.byteOffset);
    addDirectory(readRecord(stream, view.getUint32(12, true)), offsets);
    documentId ??= view.getUint32(16, true);
    next = view.getUint32(8, true);
  }
  const document = documentId === undefined ? undefined : offsets.get(documentId);
  return { offsets, document: document ?? findDocument(stream) };
}

/** Runs of objects: the first one's number and their count, then their places. */
function addDirectory(directory: OfficeRecord | undefined, offsets: Map<number, number>): void {
  if (directory?.type !== PERSIST_DIRECTORY) return;
  const { data } = directory;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let at = 0; at + 4 <= data.byteLength;) {
    const run = view.getUint32(at, true);
    const first = run & 0xfffff;
    const count = run >>> 20;
    at += 4;
    for (let index = 0; index < count && at + 4 <= data.byteLength; index++, at += 4) {
      if (!offsets.has(first + index)) offsets.set(first + index, view.getUint32(at, true));
    }
  }
}

function findDocument(stream: Uint8Array): number | undefined {
  const whole: OfficeRecord = { type: 0, instance: 0, isContainer: true, data: stream };
  let offset = 0;
  for (const { type, data } of childrenOf(whole)) {
    if (type === DOCUMENT) return offset;
    offset += data.byteLength + 8;
  }
  return undefined;
}
