import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/data/codec.ts';
import { sniffDialect } from '../../../engine/content/records/csv/dialect.ts';
import { isNumberText } from '../../../engine/content/records/csv/reader.ts';
import tableReader from '../../../engine/codecs/table-reader/codec.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import { compareFacts } from '../../../engine/verify/compare.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';
import { assertProperty } from '../../support/property.ts';

type DataFormat = 'csv' | 'tsv' | 'json' | 'ndjson' | 'yaml';
const FORMATS: readonly DataFormat[] = ['csv', 'tsv', 'json', 'ndjson', 'yaml'];
const SOURCES = join(import.meta.dirname, '../../../corpus/sources');

let data: RunnerBench;
let reader: RunnerBench;
beforeAll(async () => {
  data = await startRunner(codec);
  reader = await startRunner(tableReader);
});
afterAll(async () => {
  await data[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});
beforeEach(() => {
  data.warnings.length = 0;
});

function edgeOf(from: DataFormat, to: DataFormat): string | undefined {
  return codec.edges.find((edge) => edge.from.includes(from) && edge.to.includes(to) && (from !== to || edge.selfEdges))
    ?.name;
}

async function convert(
  source: string | Uint8Array,
  from: DataFormat,
  to: DataFormat,
  options: OptionValues = {},
  bench = data,
): Promise<string> {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source;
  const [output] = await bench.convert(bytes, from, to, edgeOf(from, to)!, options);
  return Buffer.from(output!).toString();
}

const parse = (text: string): unknown => JSON.parse(text) as unknown;

describe('CSV to JSON', () => {
  const rows = async (text: string): Promise<unknown> => parse(await convert(text, 'csv', 'json'));

  it('types cells only where nothing is lost', async () => {
    expect(await rows('a,b,c,d,e,f,g\n1,-2.5,007,1.10,1e5,-0,12345678901234567890\n')).toEqual([
      { a: 1, b: -2.5, c: '007', d: '1.10', e: '1e5', f: '-0', g: '12345678901234567890' },
    ]);
    expect(await rows('a,b,c,d,e\ntrue,TRUE,,"","5"\n')).toEqual([{ a: true, b: 'TRUE', c: null, d: '', e: '5' }]);
  });

  it('reads quotes, line ends and delimiters inside quotes', async () => {
    expect(await rows('a,b\r\n"x ""y"", z","1\n2"\r\n5" pipe,ok\r"q" ,r')).toEqual([
      { a: 'x "y", z', b: '1\n2' },
      { a: '5" pipe', b: 'ok' },
      { a: 'q', b: 'r' },
    ]);
  });

  it('keeps ragged rows and makes headers unique', async () => {
    expect(await rows('id,name,name,,name_2\n1,a,b,c,d,e\n2\n')).toEqual([
      { id: 1, name: 'a', name_3: 'b', column_4: 'c', name_2: 'd', column_6: 'e' },
      { id: 2 },
    ]);
  });

  it.each([
    [';', 'a;b;c\n1,5;2;3\n4;5;6\n'],
    ['\t', 'a\tb, c\td\n1\t2\t3\n'],
    ['|', 'a|b\n"x|y"|2\n'],
    [',', 'a,b\n"x;y;z",2\n'],
    [';', 'sep=;\na;b,c,d\n1;2,3,4\n'],
  ])('finds the delimiter %j', (delimiter, text) => {
    expect(sniffDialect(text).delimiter).toBe(delimiter);
  });

  it('reads windows-1252 and UTF-16, and says what it assumed', async () => {
    const city = { stadt: 'Köln', einwohner: 1073096, notiz: 'groß, alt' };
    const old = readFileSync(join(SOURCES, 'csv/windows-1252-city-sizes.csv'));
    expect((parse(await convert(old, 'csv', 'json')) as unknown[])[0]).toEqual(city);
    expect(data.warnings).toMatchObject([{ code: 'encoding_assumed' }]);
    const wide = Buffer.from('\ufeffstadt,einwohner,notiz\nKöln,1073096,"groß, alt"\n', 'utf16le');
    expect(parse(await convert(wide, 'csv', 'json'))).toEqual([city]);
    expect(data.warnings).toHaveLength(1);
  });

  it('gives an empty list for a header alone', async () => {
    expect(await convert('a,b\n', 'csv', 'json')).toBe('[]\n');
    expect(await convert('a,b\n', 'csv', 'ndjson')).toBe('');
  });

  it('takes a number only if its text is what the number is written as', () => {
    assertProperty(
      fc.property(
        fc.oneof(fc.double().map(String), fc.string(), fc.stringMatching(/^-?\d{0,18}\.?\d{0,4}$/)),
        (text) => {
          if (isNumberText(text)) expect(String(Number(text))).toBe(text);
        },
      ),
      { numRuns: 2000 },
    );
    expect(['1', '-5', '0.25', '123456789012345'].every(isNumberText)).toBe(true);
  });
});

describe('trees to tables', () => {
  it('flattens objects to dotted paths and writes lists as JSON text, with a warning', async () => {
    const source = '[{"a":{"b":1,"c":{"d":"x"}},"e":[1,{"f":2.50}]},{"g":{},"a":{"b":null}}]';
    expect(await convert(source, 'json', 'csv')).toBe('a.b,a.c.d,e,g\r\n1,x,"[1,{""f"":2.50}]",\r\n,,,{}\r\n');
    expect(data.warnings).toMatchObject([{ code: 'values_stringified', lost: ['structure'], details: { count: 2 } }]);
  });

  it('has a column for scalars, and numbered ones for lists of lists', async () => {
    expect(await convert('[1,"two",null]', 'json', 'csv')).toBe('value\r\n1\r\ntwo\r\n""\r\n');
    expect(await convert('[[1,2],[3]]', 'json', 'csv')).toBe('0,1\r\n1,2\r\n3,\r\n');
    expect(await convert('7', 'json', 'csv')).toBe('value\r\n7\r\n');
    expect(await convert('{"a":1,"b":{"c":2}}', 'json', 'csv')).toBe('a,b.c\r\n1,2\r\n');
  });

  it('keeps two values that would share a column', async () => {
    expect(await convert('[{"a.b":1,"a":{"b":2}}]', 'json', 'csv')).toBe('a.b,a.b_2\r\n1,2\r\n');
  });

  it('quotes strings that would come back as something else', async () => {
    const source = '[{"a":"12","b":"true","c":"","d":"007","e":" x ","f":"a;b"}]';
    const csv = await convert(source, 'json', 'csv', { delimiter: ';' });
    expect(csv).toBe('a;b;c;d;e;f\r\n"12";"true";"";007;" x ";"a;b"\r\n');
    expect(parse(await convert(csv, 'csv', 'json'))).toEqual(parse(source));
  });

  it('refuses tables of empty cells without end', async () => {
    await using small = await startRunner(codec, { outputBytes: 1000 });
    const rows = Array.from({ length: 40 }, (_, index) => ({ [`k${index}`]: 1 }));
    await expect(convert(JSON.stringify(rows), 'json', 'csv', {}, small)).rejects.toMatchObject({
      code: 'input_too_complex',
      details: { found: 1600 },
    });
  });
});

describe('delimiters', () => {
  it.each([
    [',', 'a,b\r\n"1,5",x\r\n'],
    [';', 'a;b\r\n1,5;x\r\n'],
    ['tab', 'a\tb\r\n1,5\tx\r\n'],
    ['|', 'a|b\r\n1,5|x\r\n'],
  ] as const)('writes CSV with %s', async (delimiter, expected) => {
    expect(await convert('a\tb\n1,5\tx\n', 'tsv', 'csv', { delimiter })).toBe(expected);
  });

  it('writes the same CSV again with another delimiter', async () => {
    expect(await convert('a;b\n1;"x"\n', 'csv', 'csv')).toBe('a,b\r\n1,x\r\n');
  });
});

describe('numbers', () => {
  it('keep every digit on the way through JSON, NDJSON and YAML', async () => {
    const source = '[{"big":12345678901234567890,"exact":0.10,"tiny":1E-400,"minus":-0}]';
    expect(await convert(source, 'json', 'ndjson')).toBe(`${source.slice(1, -1)}\n`);
    const yaml = await convert(source, 'json', 'yaml');
    expect(yaml).toBe('- big: 12345678901234567890\n  exact: 0.10\n  tiny: 1E-400\n  minus: -0\n');
    expect(await convert(yaml, 'yaml', 'ndjson')).toBe(`${source.slice(1, -1)}\n`);
  });

  it('of YAML that JSON cannot write become numbers or text that it can', async () => {
    expect(parse(await convert('- 0x1F\n- 0o17\n- .inf\n- .nan\n- 1_000\n- .5\n', 'yaml', 'json'))).toEqual([
      31,
      15,
      'Infinity',
      null,
      '1_000',
      0.5,
    ]);
  });
});

describe('YAML', () => {
  it('resolves anchors, merge keys and block text', async () => {
    const text = readFileSync(join(SOURCES, 'yaml/anchors-merge-keys-block-text.yaml'));
    expect(parse(await convert(text, 'yaml', 'json'))).toEqual({
      defaults: { retries: 3, timeout: 31 },
      services: [
        { retries: 3, timeout: 31, name: 'api', ratio: 1.5 },
        { retries: 3, timeout: 5, name: 'no' },
      ],
      message: 'first line\nsecond line\n',
      folded: 'joined words',
      date: '2024-02-29',
      empty: null,
    });
  });

  it('makes a list of several documents', async () => {
    expect(parse(await convert('--- {a: 1}\n--- [2]\n', 'yaml', 'json'))).toEqual([{ a: 1 }, [2]]);
  });

  it('leaves tags out and says so: nothing is ever executed', async () => {
    expect(parse(await convert('!!python/object/apply:os.system ["ls"]', 'yaml', 'json'))).toEqual(['ls']);
    expect(data.warnings).toMatchObject([{ code: 'feature_dropped' }]);
  });

  it('reads a long list in parts as it would read it whole', async () => {
    const item = (index: number): string =>
      `- id: ${index}\n  text: |\n    - not an item\n\n    end\n  list:\n  - a\n  - {b: [${index}]}\n`;
    const items = Array.from({ length: 9000 }, (_, index) => item(index));
    const source = `# head\n---\n${items.join('# between\n')}`;
    const rows = parse(await convert(source, 'yaml', 'json')) as unknown[];
    expect(rows).toHaveLength(9000);
    expect(rows[8999]).toEqual({ id: 8999, text: '- not an item\n\nend\n', list: ['a', { b: [8999] }] });
    await expect(convert(`${source}- {broken\n`, 'yaml', 'json')).rejects.toMatchObject({
      code: 'input_corrupt',
      details: { line: expect.toSatisfy((line: number) => line > 80_000) },
    });
  });

  it('writes text that means itself, and quotes the rest', async () => {
    const source = JSON.stringify([
      {
        plain: 'hello world',
        no: 'no',
        number: '12',
        date: '2024-01-01',
        sign: '- x',
        colon: 'a: b',
        empty: '',
        space: ' a',
        block: 'a\nb\n',
        tail: 'a \nb',
      },
    ]);
    const yaml = await convert(source, 'json', 'yaml');
    expect(yaml).toBe(
      [
        '- plain: hello world',
        '  "no": "no"',
        '  number: "12"',
        '  date: "2024-01-01"',
        '  sign: "- x"',
        '  colon: "a: b"',
        '  empty: ""',
        '  space: " a"',
        '  block: |',
        '    a',
        '    b',
        '  tail: "a \\nb"',
        '',
      ].join('\n'),
    );
    expect(parse(await convert(yaml, 'yaml', 'json'))).toEqual(parse(source));
  });
});

describe('damaged and hostile files', () => {
  it.each([
    ['csv', 'a,b\n1,2\n3,"open\n', 'input_truncated', { row: 3 }],
    ['csv', 'a,b\n"x"y,2\n', 'input_corrupt', { row: 2 }],
    ['json', '{"a": 1,\n "b": [2', 'input_truncated', { line: 2 }],
    ['json', '[1,\n 2,]', 'input_corrupt', { line: 2, column: 4 }],
    ['json', '{"a":1} {"a":2}', 'input_corrupt', { column: 9 }],
    ['json', '["\t"]', 'input_corrupt', {}],
    ['json', '[01]', 'input_corrupt', {}],
    ['json', '["\\x"]', 'input_corrupt', {}],
    ['ndjson', '{"a":1}\n\n{"a":}\n', 'input_corrupt', { line: 3 }],
    ['yaml', 'a: [1,\nb: 2', 'input_corrupt', {}],
    ['yaml', 'a: *missing', 'input_corrupt', {}],
    ['yaml', 'a: &a [*a]', 'input_too_complex', {}],
    ['json', ' \n', 'empty_file', {}],
  ] as const)('%s %j is refused: %s', async (from, text, code, details) => {
    await expect(convert(text, from, from === 'json' ? 'yaml' : 'json')).rejects.toMatchObject({ code, details });
  });

  it('bounds nesting, values and aliases', async () => {
    await using small = await startRunner(codec, { nesting: 20, values: 100 });
    const deep = '['.repeat(30) + ']'.repeat(30);
    await expect(convert(deep, 'json', 'yaml', {}, small)).rejects.toMatchObject({ details: { limit: 'nesting' } });
    await expect(convert(deep, 'yaml', 'json', {}, small)).rejects.toMatchObject({ details: { limit: 'nesting' } });
    const many = JSON.stringify(Array.from({ length: 101 }, (_, index) => index));
    await expect(convert(many, 'json', 'yaml', {}, small)).rejects.toMatchObject({ details: { limit: 'values' } });
    await expect(convert(`a,b\n${'1,2\n'.repeat(60)}`, 'csv', 'json', {}, small)).rejects.toMatchObject({
      details: { limit: 'values' },
    });
    const level = (name: string, of: string): string =>
      `${name}: &${name} [${Array.from({ length: 10 }, () => `*${of}`).join(',')}]\n`;
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x,x]\n${level('b', 'a')}${level('c', 'b')}${level('d', 'c')}${level('e', 'd')}${level('f', 'e')}`;
    await expect(convert(bomb, 'yaml', 'json')).rejects.toMatchObject({ code: 'input_too_complex' });
  });

  it('keeps names that are dangerous elsewhere as names', async () => {
    const source = '[{"__proto__":1,"constructor":{"prototype":2}}]';
    expect(await convert(source, 'json', 'ndjson')).toBe(`${source.slice(1, -1)}\n`);
    expect(await convert(source, 'json', 'csv')).toBe('__proto__,constructor.prototype\r\n1,2\r\n');
  });
});

describe('every pair, read back by another reader', () => {
  const scalar = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      '',
      ' ',
      '12',
      '-0',
      '007',
      '1.10',
      'true',
      'null',
      'no',
      '~',
      '- a',
      '[1, 2]',
      '{}',
      'a\nb\n',
      'a\r\nb',
      '"',
      ',',
      ';\t|',
      '#x',
      '\u2028',
      '\ufeff',
      'é',
    ),
    fc.integer(),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.boolean(),
    fc.constant(null),
  );
  const key = fc.constantFrom('a', 'b', 'c', 'some name', 'x:y', '12', 'true', '- k', 'ключ');
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      scalar,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 3 }),
    ),
  }));
  const row = fc.dictionary(key, value, { minKeys: 1, maxKeys: 5 });

  it.each(FORMATS)('holds the same records after JSON → %s → JSON', async (format) => {
    await assertProperty(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
        const source = JSON.stringify(rows);
        const original = await reader.inspect(Buffer.from(source), 'json', 'full');
        const there = format === 'json' ? source : await convert(source, 'json', format);
        const back = format === 'json' ? source : await convert(there, format, 'json');
        expect((await reader.inspect(Buffer.from(there), format, 'full')).records?.digest).toBe(
          original.records!.digest,
        );
        expect((await reader.inspect(Buffer.from(back), 'json', 'full')).records?.digest).toBe(
          original.records!.digest,
        );
        if (format === 'yaml' || format === 'ndjson') expect(parse(back)).toEqual(parse(source)); // which has no −0
      }),
      { numRuns: 150 },
    );
  });

  const files = FORMATS.flatMap((format) => readdirSync(join(SOURCES, format)).map((file) => ({ format, file })));
  it.each(files)('converts $file to every other format with all its records', async ({ format, file }) => {
    const path = join(SOURCES, format, file);
    const source = await reader.inspect(path, format, 'full');
    expect(source.records!.rows).toBeGreaterThan(0);
    for (const to of FORMATS.filter((candidate) => edgeOf(format, candidate))) {
      const output = await reader.inspect(Buffer.from(await convert(readFileSync(path), format, to)), to, 'full');
      const expectation = {
        from: format,
        to,
        kept: ['records'],
        lost: [],
        gone: [],
        operations: [],
        takes: 'all',
        gives: 'one',
        options: {},
      } as const;
      const { checks, differences } = compareFacts(source, [output], expectation);
      expect(checks.length).toBeGreaterThan(0);
      expect(differences.listed).toEqual([]);
      expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    }
  });
});

describe('large files', () => {
  it('stream to a file and keep every row', async () => {
    const lines = Array.from(
      { length: 120_000 },
      (_, index) => `${index},"name ${index}",${index / 4},${index % 2 === 0}\n`,
    );
    const source = Buffer.from(`id,name,quarter,even\n${lines.join('')}`);
    const json = await convert(source, 'csv', 'json');
    expect(json.length).toBeGreaterThan(6_000_000);
    const rows = parse(json) as unknown[];
    expect(rows).toHaveLength(120_000);
    expect(rows.at(-1)).toEqual({ id: 119_999, name: 'name 119999', quarter: 29_999.75, even: false });
  });
});
