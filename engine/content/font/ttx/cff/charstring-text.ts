import { ByteWriter } from '../../byte-writer.ts';
import { writeNumber } from '../../charstring-pen.ts';
import { damaged } from '../../sfnt.ts';
import { INT16, parseNumber, shown, within } from '../elements.ts';
import { MASKS, OPERATOR_CODES } from './operators.ts';

/** Type 2 charstrings of their text: numbers, then the operator that takes them. */

const FIXED_POINT = 255;
const NAME = /^[a-z]/;
const MASK_BITS = /^(?:[01]{8})+$/;

export function compileCharstring(text: string, name: string): Uint8Array {
  const out = new ByteWriter(text.length >> 1);
  const tokens = text.split(/\s+/);
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (token === '') continue;
    if (!NAME.test(token)) {
      writeOperand(out, token, name);
      continue;
    }
    const code = OPERATOR_CODES.get(token);
    if (code === undefined) throw damaged(`${shown(token)} in the charstring ${shown(name)} is not an operator`);
    if (code > 0xff) out.u16(code);
    else out.u8(code);
    if (MASKS.has(token)) writeMask(out, tokens[++index] ?? '', name);
  }
  return out.finish();
}

function writeOperand(out: ByteWriter, token: string, name: string): void {
  const value = within(
    parseNumber(token, `the charstring ${shown(name)}`),
    -32_768,
    32_768,
    `the charstring ${shown(name)}`,
  );
  if (!token.includes('.') && Number.isInteger(value)) return writeNumber(out, within(value, ...INT16, name));
  out.u8(FIXED_POINT);
  out.u32(Math.round(value * 0x1_0000) >>> 0);
}

function writeMask(out: ByteWriter, bits: string, name: string): void {
  if (!MASK_BITS.test(bits))
    throw damaged(`a mask of the charstring ${shown(name)} is not made of whole bytes of bits`);
  for (let at = 0; at < bits.length; at += 8) out.u8(parseInt(bits.slice(at, at + 8), 2));
}
