import { describe, expect, it } from 'vitest';
import { conversionFields } from '../../../server/routes/form-fields.ts';

const fields = (values: Readonly<Record<string, string | readonly string[]>>) =>
  new Map(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? [value] : value]));

const codeOf = (values: Readonly<Record<string, string | readonly string[]>>): unknown => {
  try {
    return conversionFields(fields(values));
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('the text fields of a conversion', () => {
  it('are trimmed, and blank ones are absent', () => {
    expect(conversionFields(fields({ targetFormat: ' docx ', sourceFormat: '\t' }))).toEqual({
      ...{ to: 'docx', from: undefined, options: undefined, allowLoss: undefined },
      ...{ verify: undefined, onDifference: undefined, callbackUrl: undefined },
    });
  });

  it('are sent once', () => {
    for (const name of [
      'targetFormat',
      'sourceFormat',
      'options',
      'allowLoss',
      'verify',
      'onDifference',
      'callbackUrl',
    ])
      expect(codeOf({ targetFormat: 'docx', [name]: ['a', 'b'] }), name).toBe('too_many_parts');
  });

  it('name options by a JSON object with names of its own', () => {
    expect(conversionFields(fields({ targetFormat: 'x', options: '{"pages":"1-3"}' })).options).toEqual({
      pages: '1-3',
    });
    for (const options of ['1', '"a"', 'null', '[]', '{', '{"__proto__":1}', '{"toString":1}', '{"hasOwnProperty":1}'])
      expect(codeOf({ targetFormat: 'x', options }), options).toBe('invalid_options');
  });

  it('say how far to verify, and what becomes of a result that differs', () => {
    const asked = conversionFields(fields({ targetFormat: 'x', verify: 'full', onDifference: 'tell' }));
    expect(asked).toMatchObject({ verify: 'full', onDifference: 'tell' });
    expect(codeOf({ targetFormat: 'x', verify: 'all' })).toBe('malformed_request');
    expect(codeOf({ targetFormat: 'x', onDifference: 'ignore' })).toBe('malformed_request');
  });

  it('name losses by feature, or any', () => {
    const lossOf = (allowLoss: string) => conversionFields(fields({ targetFormat: 'x', allowLoss })).allowLoss;
    expect(lossOf('Text, PAGES')).toEqual(['text', 'pages']);
    expect(lossOf('text,any')).toBe('any');
    expect(codeOf({ targetFormat: 'x', allowLoss: 'text,smell' })).toBe('invalid_options');
    expect(codeOf({ targetFormat: 'x', allowLoss: ',' })).toBe('invalid_options');
  });
});
