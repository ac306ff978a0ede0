import json5 from 'json5';
import { ExactNumber, type DataValue } from '../model.ts';
import { numberValue } from '../plain-values.ts';

interface Token<T> {
  readonly value: T;
  readonly end: number;
}

/** How a relative of JSON spells what is not a bracket, comma or colon. Undefined where there is nothing of the kind. */
export interface Lexis {
  afterBlanks(text: string, position: number): number;
  name(text: string, position: number): Token<string> | undefined;
  string(text: string, position: number): Token<string> | undefined;
  literal(text: string, position: number): Token<DataValue> | undefined;
}

const BLANKS = /(?:[\s\ufeff]|\/\/[^\n\r\u2028\u2029]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*/y;
const NAME = /[$_\p{L}\p{Nl}](?:[$\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}\u200c\u200d])*/uy;
const STRING = /"(?:[^"\\\n\r]|\\(?:\r\n|[^]))*"|'(?:[^'\\\n\r]|\\(?:\r\n|[^]))*'/y;
const NUMBER = /([+-]?)(?:(0[xX][0-9a-fA-F]+)|(Infinity|NaN)|((?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)((?:[eE][+-]?\d+)?))/y;
const WORD = /(?:true|false|null)(?![$_\p{L}\p{Nd}])/uy;
const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

export const JSON5: Lexis = {
  afterBlanks: (text, position) => position + (match(BLANKS, text, position)?.[0].length ?? 0),
  name(text, position) {
    if (text[position] === "'") return this.string(text, position);
    const value = match(NAME, text, position)?.[0];
    return value === undefined ? undefined : { value, end: position + value.length };
  },
  string(text, position) {
    const token = match(STRING, text, position)?.[0];
    const value = token === undefined ? undefined : unescape(token);
    return value === undefined ? undefined : { value, end: position + token!.length };
  },
  literal(text, position) {
    if (text[position] === "'") return this.string(text, position);
    const word = match(WORD, text, position)?.[0];
    if (word !== undefined) return { value: WORDS[word]!, end: position + word.length };
    const number = match(NUMBER, text, position);
    return number ? { value: valueOf(number), end: position + number[0].length } : undefined;
  },
};

function match(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(text);
}

function unescape(token: string): string | undefined {
  try {
    return json5.parse<string>(token);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** Numbers keep their digits; what JSON spells otherwise (`.5`, `5.`, `+1`) is spelled as there. */
function valueOf([, sign, hexadecimal, word, digits, exponent]: RegExpExecArray): DataValue {
  const minus = sign === '-' ? '-' : '';
  if (hexadecimal !== undefined) return new ExactNumber(minus + String(BigInt(hexadecimal)));
  if (word !== undefined) return numberValue(word === 'NaN' ? NaN : Number(minus + word));
  const whole = digits!.startsWith('.') ? `0${digits}` : digits!.replace(/\.$/, '');
  return new ExactNumber(minus + whole + exponent);
}
