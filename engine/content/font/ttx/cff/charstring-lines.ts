import { hexOf } from '../../../../io/bytes.ts';
import { escapeXmlAttribute } from '../../../../io/xml.ts';
import { tooLarge } from '../../sfnt.ts';
import { fixedText } from '../fields.ts';
import { ESCAPE, MASKS, OPERATOR_NAMES, STACK_EFFECTS, STEMS } from './operators.ts';

/** Type 2 charstrings as text, with the subroutines that they call: only callers tell how long masks in these are. */

/** What fonts call at most in each other (5177, appendix B). */
const MAX_DEPTH = 10;
/** Bytes that are walked for all glyphs: several times those of the largest fonts in use. */
const MAX_WALKED_BYTES = 150_000_000;

/** Subroutines, and the text of those that some glyph has called. */
export class Subroutines {
  readonly codes: readonly Uint8Array[];
  readonly texts = new Map<number, readonly string[]>();

  constructor(codes: readonly Uint8Array[]) {
    this.codes = codes;
  }

  numberOf(operand: number | undefined): number {
    const bias = this.codes.length < 1240 ? 107 : this.codes.length < 33_900 ? 1131 : 32_768;
    return (operand ?? NaN) + bias;
  }
}

interface State {
  /** Numbers that are known, NaN for those that are reckoned. */
  readonly stack: number[];
  stems: number;
}

/** A charstring whose text cannot be told: it is damaged, or reckons which subroutine it calls. */
class Untold extends Error {}

export class CharstringReader {
  readonly #global: Subroutines;
  #walked = 0;

  constructor(global: Subroutines) {
    this.#global = global;
  }

  /** The lines of a glyph; its bytes where they have no text. */
  lines(code: Uint8Array, local: Subroutines, attributes: string): string[] {
    try {
      const lines = this.#walk(code, local, { stack: [], stems: 0 }, 0);
      return [`<CharString${attributes}>`, ...lines, '</CharString>'];
    } catch (error) {
      if (!(error instanceof Untold)) throw error;
      return rawLines(code, attributes);
    }
  }

  #walk(code: Uint8Array, local: Subroutines, state: State, depth: number): string[] {
    this.#walked += code.byteLength;
    if (this.#walked > MAX_WALKED_BYTES) throw tooLarge('bytes in its charstrings', MAX_WALKED_BYTES, this.#walked);
    const lines: string[] = [];
    let operands: string[] = [];
    for (let at = 0; at < code.byteLength;) {
      const byte = code[at++]!;
      if (byte >= 32 || byte === 28) {
        const { value, text, end } = readOperand(code, at, byte);
        state.stack.push(value);
        operands.push(text);
        at = end;
        continue;
      }
      const name = OPERATOR_NAMES.get(byte === ESCAPE ? 0x0c00 | (code[at++] ?? 0xff) : byte);
      if (name === undefined) throw new Untold();
      if (this.#apply(name, local, state, depth)) {
        const end = at + ((state.stems + 7) >> 3);
        if (end > code.byteLength) throw new Untold();
        operands.push(name, bitText(code.subarray(at, end)));
        at = end;
      } else operands.push(name);
      lines.push(operands.join(' '));
      operands = [];
    }
    if (operands.length > 0) lines.push(operands.join(' '));
    return lines;
  }

  /** What an operator does to the stack and the stems; whether a mask follows it. */
  #apply(name: string, local: Subroutines, state: State, depth: number): boolean {
    const { stack } = state;
    if (name === 'callsubr' || name === 'callgsubr') {
      this.#call(name === 'callsubr' ? local : this.#global, local, state, depth);
      return false;
    }
    if (name === 'return') return false;
    const effect = STACK_EFFECTS[name];
    if (effect) {
      stack.length = Math.max(0, stack.length - effect[0]);
      for (let index = 0; index < effect[1]; index++) stack.push(NaN);
      return false;
    }
    const isMask = MASKS.has(name);
    if (isMask || STEMS.has(name)) state.stems += stack.length >> 1;
    stack.length = 0;
    return isMask;
  }

  #call(called: Subroutines, local: Subroutines, state: State, depth: number): void {
    const number = called.numberOf(state.stack.pop());
    const code = called.codes[number];
    if (!code || depth >= MAX_DEPTH) throw new Untold();
    const lines = this.#walk(code, local, state, depth + 1);
    if (!called.texts.has(number)) called.texts.set(number, lines);
  }
}

export function* subroutineLines({ codes, texts }: Subroutines, element: string): Generator<string> {
  yield `<${element}>`;
  for (const [index, code] of codes.entries()) {
    const lines = texts.get(index);
    const attributes = ` index="${index}"`;
    yield* lines ? [`<CharString${attributes}>`, ...lines, '</CharString>'] : rawLines(code, attributes);
  }
  yield `</${element}>`;
}

function rawLines(code: Uint8Array, attributes: string): string[] {
  return [`<CharString${attributes} raw="1">`, hexOf(code), '</CharString>'];
}

export function nameAttribute(name: string): string {
  return ` name="${escapeXmlAttribute(name)}"`;
}

function bitText(mask: Uint8Array): string {
  return [...mask].map((byte) => byte.toString(2).padStart(8, '0')).join('');
}

interface Operand {
  readonly value: number;
  readonly text: string;
  readonly end: number;
}

function readOperand(code: Uint8Array, at: number, byte: number): Operand {
  const next = (index: number): number => code[at + index] ?? 0;
  if (byte === 255) {
    const raw = (next(0) << 24) | (next(1) << 16) | (next(2) << 8) | next(3);
    return { value: raw / 0x1_0000, text: fixedText(raw, 16), end: at + 4 };
  }
  const of = (value: number, length: number): Operand => ({ value, text: String(value), end: at + length });
  if (byte === 28) return of(((next(0) << 24) | (next(1) << 16)) >> 16, 2);
  if (byte <= 246) return of(byte - 139, 0);
  return byte <= 250 ? of((byte - 247) * 256 + next(0) + 108, 1) : of(-(byte - 251) * 256 - next(0) - 108, 1);
}
