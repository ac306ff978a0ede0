import { describe, expect, it } from 'vitest';
import { equationText } from '../../../../../engine/content/document/doc/equations.ts';

const HEADER = [28, 0, ...Array.from({ length: 26 }, () => 0)];
const [END, FULL, SUB] = [0, 10, 11];
const character = (letter: string, tag = 2): number[] => {
  const code = letter.codePointAt(0)!;
  return [tag, 0x83, code & 255, code >> 8];
};
const line = (...records: readonly number[][]): number[] => [1, ...records.flat(), END];
const template = (selector: number, ...records: readonly number[][]): number[] => [
  ...[3, selector, 0, 0],
  ...records.flat(),
  END,
];
const equation = (...records: readonly number[][]): Uint8Array =>
  Uint8Array.from([...HEADER, 3, 1, 1, 3, 0, FULL, ...records.flat(), END]);

describe('equations in old Word documents', () => {
  it('have the letters of their lines, fractions and fences, in the order of the file', () => {
    const fraction = template(14, line(character('a')), line(character('b')), [SUB]);
    expect(equationText(equation(line(character('y'), character('='), fraction)))).toBe('y= a b');
    const fence = template(1, line(character('x')), character('('), character(')'));
    expect(equationText(equation(line(fence)))).toBe('x ()');
  });

  it('are read over what says how they are set', () => {
    const moved = [0x82, 5, 6, 0x83, 0x70, 0];
    const movedFar = [0x82, 128, 128, 1, 0, 2, 0, 0x83, 0x71, 0];
    const hat = [...character('r', 0x22), 6, 9, END];
    const ruled = [0x21, 7, 1, 0, 240, 0, ...character('s'), END];
    const matrix = [5, 0, 0, 0, 1, 2, 0, 0, ...line(character('t')), ...line(character('u')), END];
    const pile = [4, 1, 0, ...line(character('v')), END];
    const font = [8, 1, 0, ...Buffer.from('Symbol\0')];
    const sizes = [...[9, 1, 130], ...[9, 101, 12, 0], ...[9, 100, 1, 12, 0]];
    const text = equationText(equation(line(moved, movedFar, hat), ruled, matrix, pile, font, sizes, character('w')));
    expect(text?.replaceAll(' ', '')).toBe('pqrstuvw');
  });

  it('have spaces for what only fonts of equations have', () => {
    expect(equationText(equation(line(character('a'), character('\uef04'), character('b'))))).toBe('a b');
  });

  it('are nothing where another version wrote them, or they are damaged', () => {
    const whole = equation(line(character('a')));
    expect(equationText(whole.with(28, 5))).toBeUndefined();
    expect(equationText(whole.with(33, 15))).toBeUndefined();
    expect(equationText(whole.subarray(0, 1))).toBeUndefined();
    expect(equationText(whole.subarray(0, 20))).toBeUndefined();
    expect(equationText(whole.subarray(0, 36))).toBe('');
  });
});
