import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../../engine/contract/errors.ts';
import { OPTIONS, type OptionId } from '../../../engine/formats/options.ts';
import { optionSchema, parseOptions } from '../../../engine/formats/parse-options.ts';
import { assertProperty } from '../../support/property.ts';

function refusal(raw: unknown): ConversionError {
  try {
    parseOptions(raw as Record<string, unknown>);
  } catch (error) {
    if (error instanceof ConversionError) return error;
    throw error;
  }
  throw new Error('The options were accepted.');
}

describe('parseOptions', () => {
  it('takes typed values as they are', () => {
    const options = { quality: 80, lossless: true, fit: 'cover', background: '#ff0000', fps: 29.97, pages: '1,3-5' };
    expect(parseOptions(options)).toEqual(options);
  });

  it('reads the text of a command line or a form', () => {
    expect(parseOptions({ quality: '80', strip: 'false', fps: '29.97', start: '0', pages: '3' })).toEqual({
      quality: 80,
      strip: false,
      fps: 29.97,
      start: 0,
      pages: '3',
    });
  });

  it('brings colours and page lists into one form', () => {
    expect(parseOptions({ background: '#FFaa00', pages: ' 5, 1-2, 3 - 4' })).toEqual({
      background: '#ffaa00',
      pages: '1-5',
    });
    expect(parseOptions({ pages: 7 })).toEqual({ pages: '7' });
  });

  it('takes a list of integers as one or as its text, each number once', () => {
    expect(parseOptions({ sizes: [16, 32, 256] })).toEqual({ sizes: [16, 32, 256] });
    expect(parseOptions({ sizes: '256, 16,32,16' })).toEqual({ sizes: [256, 16, 32] });
    expect(parseOptions({ sizes: 48 })).toEqual({ sizes: [48] });
    expect(refusal({ sizes: [16, 15] }).message).toBe(
      'Expected an integer from 16 to 1024 for sizes, but received 15.',
    );
    expect(refusal({ sizes: [] }).message).toBe('Expected 1 to 16 integers for sizes, but received a list.');
  });

  it('counts undefined as absent', () => {
    expect(parseOptions({ quality: undefined })).toEqual({});
  });

  it('says what was expected and what was received', () => {
    const { code, message, details } = refusal({ quality: 101 });
    expect(code).toBe('invalid_options');
    expect(message).toBe('Expected an integer from 1 to 100 for quality, but received 101.');
    expect(details).toEqual({ option: 'quality' });
  });

  it.each([
    [{ quality: 0 }, 'quality'],
    [{ quality: 50.5 }, 'quality'],
    [{ quality: '' }, 'quality'],
    [{ quality: '0x10' }, 'quality'],
    [{ quality: '1e1' }, 'quality'],
    [{ quality: null }, 'quality'],
    [{ quality: [80] }, 'quality'],
    [{ quality: Number.NaN }, 'quality'],
    [{ fps: Number.POSITIVE_INFINITY }, 'fps'],
    [{ lossless: 'yes' }, 'lossless'],
    [{ lossless: 1 }, 'lossless'],
    [{ fit: 'stretch' }, 'fit'],
    [{ background: 'red' }, 'background'],
    [{ background: '#fff' }, 'background'],
    [{ background: '#ffffff\n' }, 'background'],
    [{ sizes: '' }, 'sizes'],
    [{ sizes: '16,' }, 'sizes'],
    [{ sizes: '16;32' }, 'sizes'],
    [{ sizes: [16, 1025] }, 'sizes'],
    [{ sizes: [16.5] }, 'sizes'],
    [{ sizes: [[16]] }, 'sizes'],
    [{ sizes: Array.from({ length: 17 }, (_, index) => 16 + index) }, 'sizes'],
    [{ sizes: { 0: 16 } }, 'sizes'],
    [{ pages: '5-3' }, 'pages'],
    [{ pages: '0' }, 'pages'],
    [{ pages: '1,' }, 'pages'],
    [{ pages: '' }, 'pages'],
    [{ pages: -1 }, 'pages'],
    [{ pages: `1${',1'.repeat(600)}` }, 'pages'],
    [{ password: '' }, 'password'],
    [{ password: 1234 }, 'password'],
  ])('refuses %j', (raw, option) => {
    const { code, details } = refusal(raw);
    expect(code).toBe('invalid_options');
    expect(details.option).toBe(option);
  });

  it('never repeats a password, and no long value whole', () => {
    const secret = 'correct horse battery staple '.repeat(10);
    expect(refusal({ password: secret }).message).toBe(
      'Expected a text of 1 to 256 characters for password, but received 290 characters.',
    );
    expect(refusal({ quality: '9'.repeat(1000) }).message.length).toBeLessThan(150);
    expect(refusal({ ['x'.repeat(1000)]: 1 }).message.length).toBeLessThan(150);
  });

  it('names the nearest options for one that it does not know', () => {
    expect(refusal({ qualty: 80 })).toMatchObject({
      code: 'invalid_options',
      message: 'There is no option qualty. Did you mean quality?',
      details: { option: 'qualty', nearest: ['quality'] },
    });
    expect(refusal({ bitrate: 128 }).details.nearest).toEqual(['audioBitrate', 'videoBitrate']);
    expect(refusal({ entirelyElse: 1 }).details.nearest).toEqual([]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('has no option %s', (name) => {
    const raw = JSON.parse(`{ "${name}": { "polluted": true } }`) as unknown;
    expect(refusal(raw)).toMatchObject({ code: 'invalid_options', details: { option: name } });
    expect(({} as { polluted?: true }).polluted).toBeUndefined();
  });

  it.each([[[]], [null], ['quality=80'], [80], [undefined]])('refuses %j instead of an object', (raw) => {
    expect(refusal(raw).code).toBe('invalid_options');
  });
});

describe('optionSchema', () => {
  it('says the bounds, the unit and the help of the declaration', () => {
    expect(optionSchema('width')).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 32_767,
      description: OPTIONS.width.help,
      'x-unit': 'px',
    });
    expect(optionSchema('fit')).toMatchObject({ type: 'string', enum: ['inside', 'cover', 'fill'] });
  });

  it('accepts only what parseOptions accepts, and all of its results', () => {
    const ids = Object.keys(OPTIONS) as OptionId[];
    const value = fc.oneof(
      fc.integer({ min: -10, max: 200_000 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constantFrom('inside', 'cover', ',', 'tab', '#a0B0c0', '1', '2-4', '1,3-5', '9-', 'x', ''),
      fc.string({ maxLength: 300 }),
      fc.array(fc.oneof(fc.integer({ min: 0, max: 1200 }), fc.constantFrom('16', 'x', 16.5)), { maxLength: 20 }),
    );
    assertProperty(
      fc.property(fc.constantFrom(...ids), value, (id, value) => {
        const parsed = parsedOrNothing(id, value);
        if (parsed !== undefined) expect(conforms(parsed, optionSchema(id))).toBe(true);
        if (conforms(value, optionSchema(id)) && id !== 'pages') expect(parsed).toBeDefined();
      }),
      { numRuns: 5000 },
    );
  });
});

function parsedOrNothing(id: OptionId, value: unknown): unknown {
  try {
    // An end is read as the duration from the beginning.
    return parseOptions({ [id]: value })[id === 'end' ? 'duration' : id];
  } catch {
    return undefined;
  }
}

/** The part of JSON Schema that the options use. */
function conforms(value: unknown, schema: Readonly<Record<string, unknown>>): boolean {
  const { type, minimum, maximum, minLength = 0, maxLength = Infinity, pattern, enum: choices } = schema;
  if (type === 'integer' || type === 'number') {
    const isRightType = type === 'integer' ? Number.isInteger(value) : typeof value === 'number';
    return isRightType && (value as number) >= (minimum as number) && (value as number) <= (maximum as number);
  }
  if (type === 'array') {
    const { items, minItems, maxItems } = schema as {
      items: Record<string, unknown>;
      minItems: number;
      maxItems: number;
    };
    if (!Array.isArray(value) || value.length < minItems || value.length > maxItems) return false;
    return value.every((item) => conforms(item, items));
  }
  if (type === 'boolean') return typeof value === 'boolean';
  if (typeof value !== 'string') return false;
  if (value.length < (minLength as number) || value.length > (maxLength as number)) return false;
  if (choices) return (choices as string[]).includes(value);
  return pattern === undefined || new RegExp(pattern as string).test(value);
}

describe('an end', () => {
  it('is read as a duration from the start, or from the beginning', () => {
    expect(parseOptions({ start: '0.1', end: '0.4' })).toEqual({ start: 0.1, duration: 0.3 });
    expect(parseOptions({ end: 90 })).toEqual({ duration: 90 });
  });

  it.each([
    [{ end: 5, duration: 3 }, /either an end or a duration/],
    [{ start: 5, end: 5 }, /behind the start \(5 s\), but received 5/],
    [{ start: 5, end: 2 }, /behind the start/],
  ])('%j is refused', (options, message) => {
    expect(() => parseOptions(options)).toThrow(message);
  });
});
