import { hexOf } from '../../../io/bytes.ts';
import { childAt, type XmlNode } from '../../../io/xml-tree.ts';
import { ByteWriter } from '../byte-writer.ts';
import { damaged } from '../sfnt.ts';
import { hexBytes, shown, within } from './elements.ts';
import { BY_CODE, BY_NAME, FIRST_CODE } from './instruction-names.ts';

/** Programs of TrueType as text: an instruction with its bits in brackets, and the numbers that it pushes after it. */

const TOKEN = /\s*(?:([A-Z][A-Z0-9]*)\s*\[([^\]]*)\]|(-?\d+)|\/\*.*?\*\/)\s*/y;
const UNKNOWN = /^INSTR(\d{1,3})$/;
/** Numbers that one instruction pushes at most, and those that need no count of their own. */
const MOST_PUSHED = 255;
const FEW_PUSHED = 8;
const NUMBERS_IN_LINE = 25;

/** The program in an element that has it as `assembly` or as `bytecode`. */
export function programIn(node: XmlNode | undefined): Uint8Array {
  const bytecode = childAt(node, 'bytecode');
  if (bytecode) return hexBytes(bytecode.text, 'a program');
  return assembled(childAt(node, 'assembly')?.text ?? '');
}

/** The same element's content, line by line. */
export function programLines(program: Uint8Array): string[] {
  const lines = disassembled(program);
  if (!lines) return ['<bytecode>', hexOf(program), '</bytecode>'];
  return ['<assembly>', ...lines, '</assembly>'];
}

type Token = { readonly name: string; readonly bits: string } | { readonly value: number };

function* tokensOf(text: string): Generator<Token> {
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) {
      if (text.slice(at).trim() === '') return;
      throw damaged(`"${shown(text.slice(at).trim())}" in a program is not an instruction`);
    }
    const end = TOKEN.lastIndex;
    const [, name, bits = '', value] = match;
    if (name !== undefined) yield { name, bits: bits.trim() };
    else if (value !== undefined) yield { value: Number(value) };
    TOKEN.lastIndex = end; // another program may have been read in between
  }
}

function assembled(text: string): Uint8Array {
  const out = new ByteWriter(text.length >> 2);
  let push: string | undefined;
  let values: number[] = [];
  const flush = (): void => {
    if (push !== undefined) writePush(out, push, values);
    [push, values] = [undefined, []];
  };
  for (const token of tokensOf(text)) {
    if ('value' in token) {
      if (push === undefined)
        throw damaged(`the number ${token.value} in a program follows no instruction that pushes`);
      values.push(token.value);
      continue;
    }
    flush();
    if (/PUSH/.test(token.name)) push = token.name;
    else out.u8(codeOf(token.name, token.bits));
  }
  flush();
  return out.finish();
}

function codeOf(name: string, bits: string): number {
  const unknown = UNKNOWN.exec(name);
  if (unknown) return within(Number(unknown[1]), 0, 255, name);
  const instruction = BY_NAME.get(name);
  if (!instruction) throw damaged(`${shown(name)} is not an instruction of TrueType`);
  if (!new RegExp(`^[01]{${instruction.bits}}$`).test(bits))
    throw damaged(`the instruction ${name}[${shown(bits)}] does not have ${instruction.bits} bits in its brackets`);
  return instruction.code + (bits === '' ? 0 : parseInt(bits, 2));
}

function writePush(out: ByteWriter, name: string, values: readonly number[]): void {
  if (name === 'PUSH') return writeShortestPush(out, values);
  const most = name.startsWith('N') ? MOST_PUSHED : FEW_PUSHED;
  if (!BY_NAME.has(name) || values.length > most || (most === FEW_PUSHED && values.length === 0))
    throw damaged(`${shown(name)} with ${values.length} numbers is not an instruction of TrueType`);
  writePushed(out, name.startsWith('N'), name.endsWith('W'), values);
}

/** `PUSH` leaves it open whether numbers are bytes or words: runs of each kind become instructions of their own. */
function writeShortestPush(out: ByteWriter, values: readonly number[]): void {
  const isWord = (value: number): boolean => value < 0 || value > 255;
  for (let from = 0; from < values.length;) {
    const asWords = isWord(values[from]!);
    let end = from + 1;
    while (end < values.length && end - from < MOST_PUSHED && isWord(values[end]!) === asWords) end++;
    writePushed(out, end - from > FEW_PUSHED, asWords, values.slice(from, end));
    from = end;
  }
}

function writePushed(out: ByteWriter, isCounted: boolean, asWords: boolean, values: readonly number[]): void {
  if (isCounted) {
    out.u8(asWords ? FIRST_CODE.pushManyWords : FIRST_CODE.pushManyBytes);
    out.u8(values.length);
  } else out.u8((asWords ? FIRST_CODE.pushWords : FIRST_CODE.pushBytes) + values.length - 1);
  for (const value of values) {
    if (asWords) out.u16(within(value, -32_768, 32_767, 'a program') & 0xffff);
    else out.u8(within(value, 0, 255, 'a program'));
  }
}

/** Undefined for a program that ends inside of the numbers that it pushes. */
function disassembled(program: Uint8Array): string[] | undefined {
  const lines: string[] = [];
  for (let at = 0; at < program.byteLength;) {
    const code = program[at++]!;
    const instruction = BY_CODE.get(code);
    if (!instruction) {
      lines.push(`INSTR${code}[ ]`);
      continue;
    }
    const { name, bits } = instruction;
    if (!name.includes('PUSH')) {
      lines.push(`${name}[${bits === 0 ? ' ' : (code - instruction.code).toString(2).padStart(bits, '0')}]`);
      continue;
    }
    const isCounted = name.startsWith('N');
    const count = isCounted ? (program[at++] ?? 0) : code - instruction.code + 1;
    const width = name.endsWith('W') ? 2 : 1;
    if (at + count * width > program.byteLength || (isCounted && at > program.byteLength)) return undefined;
    lines.push(`${name}[ ] /* ${count} values pushed */`, ...numberLines(program, at, count, width));
    at += count * width;
  }
  return lines;
}

function numberLines(program: Uint8Array, at: number, count: number, width: number): string[] {
  const values = Array.from({ length: count }, (_, index) => {
    const place = at + index * width;
    return width === 1 ? program[place]! : ((program[place]! << 24) >> 16) | program[place + 1]!;
  });
  const lines: string[] = [];
  for (let from = 0; from < count; from += NUMBERS_IN_LINE)
    lines.push(values.slice(from, from + NUMBERS_IN_LINE).join(' '));
  return lines;
}
