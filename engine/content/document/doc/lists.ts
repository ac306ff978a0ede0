import { viewOf } from '../../../io/bytes.ts';
import type { ListLevel, NumberedList } from '../docx/numbering.ts';
import { labelPattern, numberFormatOf } from '../word/number-formats.ts';

/** Sizes and places in the tables of lists ([MS-DOC] 2.9.131, 2.9.147, 2.9.149, 2.9.132). */
const LIST_BYTES = 28;
const LIST_FLAGS_AT = 26;
const SIMPLE = 1;
const LEVELS = 9;
const LEVEL_BYTES = 28;
const USE_BYTES = 16;
const OVERRIDES_AT = 12;
const OVERRIDE_BYTES = 8;
const MAX_LISTS = 10_000;

/** Reads the definitions of lists and how the text uses these, by the numbers that paragraphs name them by. */
export function readLists(definitions: Uint8Array, uses: Uint8Array): Map<string, NumberedList> {
  try {
    return readUses(uses, readDefinitions(definitions));
  } catch (error) {
    // A table that ends too early says nothing of the lists behind.
    if (error instanceof RangeError) return new Map();
    throw error;
  }
}

type Levels = Map<number, ListLevel>;

/** `bytes` begin with the table, and its levels follow it. */
function readDefinitions(bytes: Uint8Array): Map<number, Levels> {
  const lists = new Map<number, Levels>();
  if (bytes.byteLength < 2) return lists;
  const view = viewOf(bytes);
  const count = Math.min(MAX_LISTS, view.getUint16(0, true));
  let at = 2 + LIST_BYTES * count;
  for (let index = 0; index < count; index++) {
    const start = 2 + LIST_BYTES * index;
    const levels: Levels = new Map();
    const isSimple = (view.getUint8(start + LIST_FLAGS_AT) & SIMPLE) !== 0;
    for (let level = 0; level < (isSimple ? 1 : LEVELS); level++) {
      const { definition, end } = readLevel(bytes, at);
      levels.set(level, definition);
      at = end;
    }
    lists.set(view.getInt32(start, true), levels);
  }
  return lists;
}

function readLevel(bytes: Uint8Array, at: number): { readonly definition: ListLevel; readonly end: number } {
  const view = viewOf(bytes);
  const flags = view.getUint8(at + 5);
  const modifiers = view.getUint8(at + 24) + view.getUint8(at + 25);
  const text = at + LEVEL_BYTES + modifiers;
  const length = view.getUint16(text, true);
  const label = Array.from({ length }, (_, index) => String.fromCharCode(view.getUint16(text + 2 + 2 * index, true)));
  const definition: ListLevel = {
    start: view.getInt32(at, true),
    format: numberFormatOf(view.getUint8(at + 4)),
    text: labelPattern(label.join('')),
  };
  if (flags & 8) definition.restart = view.getUint8(at + 26);
  return { definition, end: text + 2 + 2 * length };
}

function readUses(bytes: Uint8Array, definitions: ReadonlyMap<number, Levels>): Map<string, NumberedList> {
  const lists = new Map<string, NumberedList>();
  if (bytes.byteLength < 4) return lists;
  const view = viewOf(bytes);
  const count = Math.min(MAX_LISTS, view.getUint32(0, true));
  let at = 4 + USE_BYTES * count;
  for (let index = 0; index < count; index++) {
    const start = 4 + USE_BYTES * index;
    const id = view.getInt32(start, true);
    const levels = new Map(definitions.get(id));
    const starts = new Map<number, number>();
    const overrides = view.getUint8(start + OVERRIDES_AT);
    // What is changed of levels follows all uses, each with four bytes before it that say nothing.
    if (at + 4 <= bytes.byteLength) at += 4;
    for (let override = 0; override < overrides; override++) {
      const flags = view.getUint8(at + 4);
      if (flags & 0x10) starts.set(flags & 0xf, view.getInt32(at, true));
      at += OVERRIDE_BYTES;
      if (!(flags & 0x20)) continue;
      const { definition, end } = readLevel(bytes, at);
      levels.set(flags & 0xf, definition);
      at = end;
    }
    lists.set(String(index + 1), { abstract: String(id), levels, starts });
  }
  return lists;
}
