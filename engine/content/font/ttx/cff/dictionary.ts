import { childAt, type XmlNode } from '../../../../io/xml-tree.ts';
import type { ByteWriter } from '../../byte-writer.ts';
import { writeOperator, writeReal } from '../../cff-table.ts';
import { parseNumber, requireAttribute, within } from '../elements.ts';
import type { Entry } from './fields.ts';
import type { Strings } from './strings.ts';

/** Writes entries of a dictionary of the Compact Font Format. */

const MAX_OPERANDS = 48;
const INTEGER = 29;
const [LEAST, MOST] = [-(2 ** 31), 2 ** 31 - 1];

/** Whole numbers in their longest form, then the operator. */
export function writeIntegers(out: ByteWriter, operator: number, values: readonly number[]): void {
  for (const value of values) writeInteger(out, value);
  writeOperator(out, operator);
}

function writeInteger(out: ByteWriter, value: number): void {
  out.u8(INTEGER);
  out.u32(value >>> 0);
}

/** The entries whose elements are there. */
export function writeEntries(out: ByteWriter, parent: XmlNode, entries: readonly Entry[], strings: Strings): void {
  for (const { name, operator, kind } of entries) {
    const node = childAt(parent, name);
    if (!node) continue;
    const text = requireAttribute(node, 'value');
    for (const value of kind === 'text' ? [strings.idOf(text)] : numbersIn(text, kind, name)) writeNumber(out, value);
    writeOperator(out, operator);
  }
}

function numbersIn(text: string, kind: Entry['kind'], name: string): number[] {
  const numbers = text
    .trim()
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => within(parseNumber(part, name), LEAST, MOST, name));
  within(numbers.length, 0, MAX_OPERANDS, name);
  return kind === 'delta' ? numbers.map((value, index) => value - (numbers[index - 1] ?? 0)) : numbers;
}

function writeNumber(out: ByteWriter, value: number): void {
  if (Number.isInteger(value)) writeInteger(out, value);
  else writeReal(out, String(value));
}
