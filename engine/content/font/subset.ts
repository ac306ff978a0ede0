import { damaged } from './sfnt.ts';

/** HarfBuzz's subsetter, an instance of its own for each font: it gives no memory back. */
interface Subsetter {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(bytes: number): number;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_get_length(blob: number): number;
  hb_blob_get_data(blob: number, length: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_set_clear(set: number): void;
  hb_set_invert(set: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_unicode_set(input: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_or_fail(face: number, input: number): number;
}

const MEMORY_MODE_WRITABLE = 2;
/** Sets of what to keep (hb_subset_sets_t). */
const KEPT = { nameIds: 4, nameLanguages: 5, layoutFeatures: 6, layoutScripts: 7 } as const;
/** hb_subset_flags_t: names in old encodings, the outline of the missing glyph, names of glyphs. */
const FLAGS = { legacyNames: 0x08, notdefOutline: 0x40, glyphNames: 0x80 } as const;

/** Keeps only the glyphs that some characters need, with everything that layout features make of them. */
export function subsetTo(codePoints: Iterable<number>, font: Uint8Array, module: WebAssembly.Module): Uint8Array {
  const subsetter = new WebAssembly.Instance(module).exports as unknown as Subsetter;
  subsetter['_initialize'](); // oxlint-disable-line no-underscore-dangle -- its name in the binary
  const input = subsetter.hb_subset_input_create_or_fail();
  const characters = subsetter.hb_subset_input_unicode_set(input);
  for (const codePoint of codePoints) subsetter.hb_set_add(characters, codePoint);
  for (const kind of Object.values(KEPT)) {
    const set = subsetter.hb_subset_input_set(input, kind);
    subsetter.hb_set_clear(set);
    subsetter.hb_set_invert(set);
  }
  subsetter.hb_subset_input_set_flags(input, FLAGS.legacyNames | FLAGS.notdefOutline | FLAGS.glyphNames);
  return written(subsetter, faceOf(font, subsetter), input);
}

function faceOf(font: Uint8Array, subsetter: Subsetter): number {
  const data = subsetter.malloc(font.byteLength);
  if (data === 0) throw damaged('it needs more memory than a font may');
  new Uint8Array(subsetter.memory.buffer).set(font, data);
  return subsetter.hb_face_create(subsetter.hb_blob_create(data, font.byteLength, MEMORY_MODE_WRITABLE, 0, 0), 0);
}

function written(subsetter: Subsetter, face: number, input: number): Uint8Array {
  const result = subsetter.hb_subset_or_fail(face, input);
  if (result === 0) throw damaged('its glyphs cannot be told apart from each other');
  const blob = subsetter.hb_face_reference_blob(result);
  const length = subsetter.hb_blob_get_length(blob);
  if (length === 0) throw damaged('nothing of it is left when it is written again');
  const at = subsetter.hb_blob_get_data(blob, 0);
  return new Uint8Array(subsetter.memory.buffer, at, length).slice();
}
