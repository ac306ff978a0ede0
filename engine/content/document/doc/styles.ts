import { viewOf } from '../../../io/bytes.ts';
import { nameStyle, resolveStyles, type HeadingStyle, type WordStyle } from '../ooxml/word-styles.ts';
import { modifiersIn } from './modifiers.ts';
import { changeParagraph, PLAIN_PARAGRAPH } from './paragraph-state.ts';

/** Numbers of styles that every version of Word has ([MS-DOC] 2.9.271): headings 1 to 9, and the title. */
const HEADINGS = 9;
const TITLE = 62;
const BUILT_IN_BITS = 0xfff;
const PARAGRAPH_STYLE = 1;
const NO_STYLE = 0xfff;
const MAX_STYLES = 4096;

/** The paragraph styles of a document, and what the characters of each style are. */
export interface Styles {
  readonly headings: ReadonlyMap<number, HeadingStyle>;
  /** The modifiers of its characters, from the style that it builds on inwards. */
  charactersOf(style: number): readonly Uint8Array[];
}

interface Definition {
  readonly basedOn: number;
  readonly characters: Uint8Array;
}

/** Reads the style sheet ([MS-DOC] 2.9.271, 2.9.260), as far as it can be followed. */
export function readStyles(sheet: Uint8Array): Styles {
  const definitions = new Map<number, Definition>();
  const named = new Map<string, WordStyle>();
  const view = viewOf(sheet);
  if (sheet.byteLength < 8) return { headings: new Map(), charactersOf: () => [] };
  const baseBytes = view.getUint16(4, true);
  let at = 2 + view.getUint16(0, true);
  for (let index = 0; index < MAX_STYLES && at + 2 <= sheet.byteLength; index++) {
    const size = view.getUint16(at, true);
    const style = sheet.subarray(at + 2, at + 2 + size);
    if (size > baseBytes && style.byteLength === size) readStyle(style, baseBytes, index, { definitions, named });
    at += 2 + size + (size & 1);
  }
  const headings = resolveStyles(named).map((style) => [Number(style.id), style] as const);
  return { headings: new Map(headings), charactersOf: (style) => charactersOf(definitions, style) };
}

interface Found {
  readonly definitions: Map<number, Definition>;
  readonly named: Map<string, WordStyle>;
}

function readStyle(bytes: Uint8Array, baseBytes: number, index: number, { definitions, named }: Found): void {
  const view = viewOf(bytes);
  if (bytes.byteLength < 10 || baseBytes + 2 > bytes.byteLength) return;
  const builtIn = view.getUint16(0, true) & BUILT_IN_BITS;
  const kind = view.getUint16(2, true);
  const basedOn = kind >>> 4;
  const isParagraph = (kind & 0xf) === PARAGRAPH_STYLE;
  const nameLength = 2 * view.getUint16(baseBytes, true);
  const name = bytes.subarray(baseBytes + 2, baseBytes + 2 + nameLength);
  // The name ends with a zero.
  const [first, second] = listsIn(bytes, baseBytes + 4 + nameLength);
  definitions.set(index, { basedOn, characters: (isParagraph ? second : first) ?? new Uint8Array(0) });
  if (!isParagraph) return;
  const style: WordStyle = { id: String(index), ...(basedOn !== NO_STYLE && { basedOn: String(basedOn) }) };
  if (builtIn >= 1 && builtIn <= HEADINGS) nameStyle(style, `heading ${builtIn}`);
  else if (builtIn === TITLE) nameStyle(style, 'title');
  else nameStyle(style, new TextDecoder('utf-16le').decode(name));
  let state = PLAIN_PARAGRAPH;
  for (const modifier of modifiersIn(first?.subarray(2) ?? new Uint8Array(0))) state = changeParagraph(state, modifier);
  const { outlineLevel, list, level } = state;
  if (outlineLevel !== undefined) style.level ??= outlineLevel < HEADINGS ? outlineLevel + 1 : 0;
  if (list !== undefined) style.list = String(list);
  if (level !== undefined) style.listLevel = level;
  named.set(style.id, style);
}

/** The lists of modifiers of a style: of paragraphs first, where it is one of these. */
function listsIn(bytes: Uint8Array, start: number): Uint8Array[] {
  const view = viewOf(bytes);
  const lists: Uint8Array[] = [];
  for (let at = start + (start & 1); at + 2 <= bytes.byteLength && lists.length < 2;) {
    const size = view.getUint16(at, true);
    lists.push(bytes.subarray(at + 2, at + 2 + size));
    at += 2 + size + (size & 1);
  }
  return lists;
}

function charactersOf(definitions: ReadonlyMap<number, Definition>, style: number): Uint8Array[] {
  const lists: Uint8Array[] = [];
  const seen = new Set<number>();
  for (let current = style; !seen.has(current);) {
    const definition = definitions.get(current);
    if (!definition) break;
    seen.add(current);
    lists.unshift(definition.characters);
    current = definition.basedOn;
  }
  return lists;
}
