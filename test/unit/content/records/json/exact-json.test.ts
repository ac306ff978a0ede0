import { describe, expect, it } from 'vitest';
import { parseExactJson } from '../../../../../engine/content/records/json/exact-json.ts';

const namesOf = (text: string): string[] => Object.keys(parseExactJson(text) as object);

describe('exact JSON', () => {
  it.each([
    ['{"h":[],"\\\\":0}', '{"h":1,"\\"":2}', '"'],
    ['{"i":[],"\\\\":0}', '{"i":1,"\\n":2}', '\n'],
    ['{"j":[],"\\\\":0}', '{"j":1,"\\u0041":2}', 'A'],
    ['{"k":[],"a\\\\x":0}', '{"k":1 , "a\\nx" \n:2}', 'a\nx'],
  ])('reads the names of an object whatever was read before', (before, text, name) => {
    parseExactJson(before);
    JSON.parse(before);
    expect(namesOf(text)[1]).toBe(name);
  });

  it('keeps digits, escapes in values and names of every kind', () => {
    const text =
      '{"\\u00e9\\ud83d\\ude00":1.50,"\\ue000a":{"\ue000":"\\"x\\":1"},"__proto__":[{"\\n":12345678901234567890}],"\\u005f_proto__2":"{\\"a\\\\\\n\\":1}"}';
    expect(JSON.stringify(parseExactJson(text))).toBe(
      '{"é😀":1.50,"\ue000a":{"\ue000":"\\"x\\":1"},"__proto__":[{"\\n":12345678901234567890}],"__proto__2":"{\\"a\\\\\\n\\":1}"}',
    );
  });

  it('takes the last of two entries with one name', () => {
    expect(JSON.stringify(parseExactJson('{"a\\n":1,"a\\u000a":2}'))).toBe('{"a\\n":2}');
  });

  it.each(['{"\\n":1', '{"\\x":1}', '{"a\\":1}', '"\\'])('refuses %j as it stands', (text) => {
    expect(() => parseExactJson(text)).toThrow(SyntaxError);
  });
});
