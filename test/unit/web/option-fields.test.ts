import { describe, expect, it } from 'vitest';
import { OPTIONS, optionSchema, type OptionId } from '../../../engine/index.ts';
import { humanName, isValidEntry, optionFields, optionValues } from '../../../server/web/src/convert/option-fields.ts';

const schemaOf = (...ids: OptionId[]) => ({
  type: 'object',
  properties: Object.fromEntries(ids.map((id) => [id, optionSchema(id)])),
});
const fieldOf = (id: OptionId) => optionFields(schemaOf(id))[0]!;

describe('the form of options', () => {
  it('has a field of a fitting kind for every option of the engine', () => {
    const kinds = new Set(Object.keys(OPTIONS).map((id) => fieldOf(id as OptionId).kind));
    expect(kinds).toEqual(new Set(['number', 'boolean', 'numbers', 'text', 'choice', 'secret', 'lines']));
    expect(fieldOf('bibliography').kind).toBe('lines');
    expect(fieldOf('quality')).toMatchObject({ kind: 'number', min: 1, max: 100, isInteger: true });
    expect(fieldOf('width')).toMatchObject({ unit: 'px' });
    expect(fieldOf('sizes')).toMatchObject({ kind: 'numbers', min: 16, max: 1024 });
    expect(fieldOf('fit')).toMatchObject({ kind: 'choice', choices: ['inside', 'cover', 'fill'] });
    expect(fieldOf('password').kind).toBe('secret');
    expect(optionFields({})).toEqual([]);
  });

  it('sends what was filled in, with its type', () => {
    const fields = optionFields(schemaOf('quality', 'lossless', 'sizes', 'pages', 'fit', 'width', 'password'));
    const entries = {
      quality: ' 80 ',
      lossless: true,
      sizes: '16, 32',
      pages: '1-3',
      fit: '',
      password: ' a ',
    } as const;
    expect(optionValues(fields, entries)).toEqual({
      ...{ quality: 80, lossless: true, sizes: [16, 32], pages: '1-3' },
      password: ' a ', // a space may be part of it
    });
  });

  it('leaves out what the chosen target does not take', () => {
    expect(optionValues(optionFields(schemaOf('quality')), { quality: '80', dpi: '300' })).toEqual({ quality: 80 });
  });

  it.each([
    ['quality', '80', true],
    ['quality', '', true],
    ['quality', '0', false],
    ['quality', '101', false],
    ['quality', '7.5', false],
    ['quality', 'best', false],
    ['margin', '7.5', true],
    ['sizes', '16,32', true],
    ['sizes', '16,,32', false],
    ['sizes', '8', false],
    ['background', '#ff8800', true],
    ['background', 'red', false],
    ['pages', '1,3-5', true],
    ['pages', 'all', false],
    ['language', 'x'.repeat(36), false],
  ] as const)('takes %s of %j: %s', (id, entry, isValid) => {
    expect(isValidEntry(fieldOf(id), entry)).toBe(isValid);
  });

  it('names what no catalogue names', () => {
    expect(humanName('audioBitrate')).toBe('Audio bitrate');
  });
});
