import { DatabaseSync } from 'node:sqlite';
import avsc from 'avsc';
import { XMLParser } from 'fast-xml-parser';
import fc from 'fast-check';
// @ts-expect-error -- it has no types
import ini from 'ini';
import json5 from 'json5';
import { parse as parsePlist } from 'plist';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import columnar from '../../../engine/codecs/columnar/codec.ts';
import data from '../../../engine/codecs/data/codec.ts';
import sqlite from '../../../engine/codecs/sqlite/codec.ts';
import tableReader from '../../../engine/codecs/table-reader/codec.ts';
import type { Codec } from '../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { AvroBytes } from '../../../engine/content/records/avro/bytes.ts';
import { CellScanner } from '../../../engine/content/records/csv/scanner.ts';
import { readDelimited } from '../../../engine/content/records/csv/reader.ts';
import { delimitedToJson } from '../../../engine/content/records/csv/to-json.ts';
import { memoryFile } from '../../../engine/io/memory-file.ts';
import { isUtf8File } from '../../../engine/content/records/utf8-file.ts';
import { createValueBudget } from '../../../engine/content/records/errors.ts';
import { writeJson, writeNdjson } from '../../../engine/content/records/json/writer.ts';
import { nanosecondsOf, parseTime, timeOfNanoseconds } from '../../../engine/content/records/times.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';
import { assertProperty } from '../../support/property.ts';

const CODECS: readonly Codec[] = [data, columnar, sqlite];
const benches = new Map<string, RunnerBench>();
let reader: RunnerBench;

beforeAll(async () => {
  for (const codec of CODECS) benches.set(codec.id, await startRunner(codec));
  reader = await startRunner(tableReader);
});
afterAll(async () => {
  for (const bench of [...benches.values(), reader]) await bench[Symbol.asyncDispose]();
});
beforeEach(() => {
  for (const { warnings } of benches.values()) warnings.length = 0;
});

/** Every file that a source becomes, by whichever codec has the pair. */
async function convertAll(source: string | Uint8Array, from: FormatId, to: FormatId): Promise<Uint8Array[]> {
  const codec = CODECS.find(({ edges }) => edges.some((edge) => edge.from.includes(from) && edge.to.includes(to)))!;
  const edge = codec.edges.find((one) => one.from.includes(from) && one.to.includes(to))!;
  return benches.get(codec.id)!.convert(typeof source === 'string' ? Buffer.from(source) : source, from, to, edge.name);
}

async function convert(source: string | Uint8Array, from: FormatId, to: FormatId): Promise<Buffer> {
  const [output] = await convertAll(source, from, to);
  return Buffer.from(output!);
}

async function throughAndBack(json: string, format: FormatId): Promise<unknown> {
  const text = (await convert(await convert(json, 'json', format), format, 'json')).toString();
  // Not by `JSON.parse`, which takes some names for others (https://github.com/nodejs/node/issues/63785).
  return json5.parse<unknown>(text);
}

/** Rows of single values as a table. */
function asCsv(rows: string): string {
  const objects = JSON.parse(rows) as Record<string, string | number | null>[];
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  return [names, ...objects.map((object) => names.map((name) => object[name] ?? ''))].join('\n');
}

const warned = (): unknown[] => [...benches.values()].flatMap(({ warnings }) => warnings);

const LONG =
  '[{"long":9007199254740993,"small":-5,"ratio":0.1,"none":null,"yes":true,"text":"5","deep":{"list":[1,2]}}]';

describe('types', () => {
  it.each(['json5', 'yaml', 'msgpack', 'cbor', 'avro', 'parquet', 'arrow'] as const)(
    'survive in %s: long integers, nulls, booleans, texts of digits, nesting',
    async (format) => {
      const back = (await convert(await convert(LONG, 'json', format), format, 'json')).toString();
      expect(back.replace(/\s/g, '')).toBe(
        '[{"long":9007199254740993,"small":-5,"ratio":0.1,"none":null,"yes":true,"text":"5","deep":{"list":[1,2]}}]',
      );
    },
  );

  it.each(['toml', 'plist'] as const)('survive in %s, but for null, which is told', async (format) => {
    const back = (await convert(await convert(LONG, 'json', format), format, 'ndjson')).toString();
    expect(back).toBe('{"long":9007199254740993,"small":-5,"ratio":0.1,"yes":true,"text":"5","deep":{"list":[1,2]}}\n');
    expect(warned()).toMatchObject([{ code: 'feature_dropped', details: { count: 1 } }]);
  });

  it('survive in BSON, where one document is an object and several are a list', async () => {
    const [one] = JSON.parse(LONG.replace('9007199254740993', '"exact"')) as unknown[];
    expect(await throughAndBack(JSON.stringify([one]), 'bson')).toEqual(one);
    expect(await throughAndBack(JSON.stringify([one, one]), 'bson')).toEqual([one, one]);
    expect((await convert(await convert(LONG, 'json', 'bson'), 'bson', 'json')).toString()).toContain(
      '9007199254740993',
    );
  });

  const TIMES = 'day = 2024-02-29\nat = 2024-02-29T10:30:00.25+02:00\nclock = 07:32:00\nlocal = 2024-02-29T10:30:00\n';
  const SPELLED =
    '{"day":"2024-02-29","at":"2024-02-29T08:30:00.25Z","clock":"07:32:00","local":"2024-02-29T10:30:00"}\n';

  it.each(['yaml', 'plist', 'msgpack', 'cbor', 'bson', 'avro', 'parquet', 'arrow', 'xml', 'ini'] as const)(
    'of time are the same times after %s',
    async (format) => {
      const there = await convert(TIMES, 'toml', format);
      expect((await convert(there, format, 'ndjson')).toString()).toBe(SPELLED);
    },
  );

  it('of TOML keep all of their digits', async () => {
    const times =
      'local = 1979-05-27T00:32:00.999999\nat = 1979-05-27T00:32:00.123456789-08:00\nclock = 07:32:00.000001\ndistant = 0001-01-01T00:00:00.0000005Z\n';
    const json = (await convert(times, 'toml', 'json')).toString();
    expect(JSON.parse(json)).toEqual({
      local: '1979-05-27T00:32:00.999999',
      at: '1979-05-27T08:32:00.123456789Z',
      clock: '07:32:00.000001',
      distant: '0001-01-01T00:00:00.0000005Z',
    });
    const back = (await convert(times, 'toml', 'toml')).toString();
    expect(back).toBe(times.replace('00:32:00.123456789-08:00', '08:32:00.123456789Z'));
  });

  it.each(['2024-02-30', '2024-13-01T00:00:00', '24:00:00', '2024-02-29T24:00:00Z', '12:60:00', '12:00:61.5'])(
    'of TOML are refused where they are none: %s',
    async (time) => {
      await expect(convert(`a = 1\nat = ${time}\n`, 'toml', 'json')).rejects.toMatchObject({
        code: 'input_corrupt',
        details: { line: 2 },
      });
    },
  );

  /** Nanoseconds of 64 bits reach from 1677 to 2262; microseconds of more than 53 bits begin in 2255. */
  const DISTANT =
    '[{"n":1,"at":"1583-01-01T00:00:00"},{"n":2,"at":"1690-06-01T12:00:00.5"},{"n":3,"at":null},{"n":4,"at":"9999-12-31T23:59:59.999999"}]';
  const FINE = '[{"n":5,"at":"2024-02-29T10:30:00.123456789"}]';

  it.each(['avro', 'parquet', 'arrow', 'npy'] as const)(
    'of time are the same in %s, however distant or fine they are',
    async (format) => {
      for (const rows of [DISTANT, FINE]) {
        const typed = await convert(asCsv(rows), 'csv', 'arrow');
        const there = await convert(typed, 'arrow', format);
        expect((await convert(there, format, 'json')).toString().replace(/\s/g, '')).toBe(rows);
      }
    },
  );

  it('of time are counted in the unit that holds them', async () => {
    const near = '[{"n":6,"at":"2024-02-29T10:30:00"}]';
    const typeIn = async (rows: string): Promise<string | undefined> => {
      const array = await convert(await convert(asCsv(rows), 'csv', 'arrow'), 'arrow', 'npy');
      return /'at', '(.*?)'/.exec(array.toString('latin1'))?.[1];
    };
    expect(await typeIn(near)).toBe('<M8[ns]');
    expect(await typeIn(DISTANT)).toBe('<M8[us]');
    expect(await typeIn(FINE)).toBe('<M8[ns]');
    // No unit of 64 bits holds both.
    expect(await typeIn(`${DISTANT.slice(0, -1)},${FINE.slice(1)}`)).toBe('<U29');
  });

  it('of long integers are exact in Avro where their schema has attributes', async () => {
    const schema = {
      ...({ type: 'record', name: 'row' } as const),
      fields: [{ name: 'id', type: { type: 'long', comment: 'of 64 bits' } }],
    };
    // Zigzag: twice the number, seven bits a byte.
    const row = Uint8Array.of(0x82, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20);
    const file = new AvroBytes();
    const sync = new Uint8Array(16);
    file.raw(Buffer.from('Obj\u0001\u0002\u0016avro.schema'));
    file.text(JSON.stringify(schema));
    for (const part of [Uint8Array.of(0), sync, Uint8Array.of(2, row.byteLength * 2), row, sync]) file.raw(part);
    expect((await convert(file.take(), 'avro', 'ndjson')).toString()).toBe('{"id":9007199254740993}\n');
  });

  it('of booleans are booleans in NumPy where none is missing, and texts elsewhere, which is told', async () => {
    const rows = '[{"n":1,"all":true,"some":false},{"n":2,"all":false,"some":null}]';
    const array = await convert(await convert(rows, 'json', 'arrow'), 'arrow', 'npy');
    expect(/'descr': (.*?), 'fortran/.exec(array.toString('latin1'))?.[1]).toBe(
      "[('n', '<i8'), ('all', '|b1'), ('some', '<U5')]",
    );
    expect(warned()).toMatchObject([{ code: 'values_stringified', details: { count: 1 } }]);
    expect(JSON.parse((await convert(array, 'npy', 'json')).toString())).toEqual([
      { n: 1, all: true, some: 'false' },
      { n: 2, all: false, some: '' },
    ]);
  });

  it('of time stay times in formats that have them', async () => {
    const packed = await convert(TIMES, 'toml', 'cbor');
    const toml = (await convert(packed, 'cbor', 'toml')).toString();
    expect(toml).toContain('day = 2024-02-29\n');
    expect(toml).toMatch(/at = 2024-02-29T08:30:00\.250?Z\n/);
    const plist = (
      await convert(await convert('at = 2024-02-29T08:30:00Z', 'toml', 'msgpack'), 'msgpack', 'plist')
    ).toString();
    expect(plist).toContain('<date>2024-02-29T08:30:00Z</date>');
  });

  it('of bytes stay bytes', async () => {
    const plist = '<plist><dict><key>raw</key><data>AAH+</data></dict></plist>';
    for (const format of ['msgpack', 'cbor', 'bson', 'avro', 'parquet'] as const) {
      const back = (await convert(await convert(plist, 'plist', format), format, 'plist')).toString();
      expect(back).toContain('<data>AAH+</data>');
    }
  });

  it('of bytes and the infinite survive in YAML', async () => {
    const yaml = await convert('[{ raw: NaN, up: Infinity }]', 'json5', 'yaml');
    expect(yaml.toString()).toBe('- raw: .nan\n  up: .inf\n');
    expect((await convert(yaml, 'yaml', 'json5')).toString()).toBe('[\n  { raw: NaN, up: Infinity },\n]\n');
    const packed = await convert('raw: !!binary AAH+\n', 'yaml', 'cbor');
    expect((await convert(packed, 'cbor', 'yaml')).toString()).toBe('raw: !!binary "AAH+"\n');
  });

  it('that JSON has no like of stay the list or map that they are in YAML', async () => {
    const json = await convert('--- !!omap\n- b: 1\n- a: 2\n', 'yaml', 'json');
    expect(JSON.parse(json.toString())).toEqual([{ b: 1 }, { a: 2 }]);
    expect(JSON.parse((await convert('--- !!set\n? x\n? y\n', 'yaml', 'json')).toString())).toEqual({
      x: null,
      y: null,
    });
  });

  it('of decimals that floating point would round to other integers stay as they are written', async () => {
    const json = '[{"price":12345678901234567890.12345,"pi":3.14159265358979323846}]';
    expect((await convert(await convert(json, 'json', 'msgpack'), 'msgpack', 'ndjson')).toString()).toBe(
      '{"price":"12345678901234567890.12345","pi":3.141592653589793}\n',
    );
    expect(warned()).toMatchObject([{ code: 'values_stringified', details: { count: 1 } }]);
  });

  it('keep every nanosecond', () => {
    assertProperty(
      fc.property(fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }), (nanoseconds) => {
        const time = timeOfNanoseconds('moment', nanoseconds)!;
        expect(nanosecondsOf(time)).toBe(nanoseconds);
        expect(parseTime(time.text)).toEqual(time);
      }),
    );
  });

  it('are given to the columns of text tables where nothing is lost by it', async () => {
    const csv = 'price,version,code,day\n1.50,1.9,007,2024-02-29\n12.25,1.10,008,2024-03-01\n';
    const back = (await convert(await convert(csv, 'csv', 'parquet'), 'parquet', 'ndjson')).toString();
    expect(back).toBe(
      '{"price":1.5,"version":"1.9","code":"007","day":"2024-02-29"}\n{"price":12.25,"version":"1.10","code":"008","day":"2024-03-01"}\n',
    );
  });
});

describe('any tree', () => {
  /** Names that mean something to one format or another. */
  const SPECIAL = [
    '[]',
    'a[]',
    'item',
    'row',
    'rows',
    'data',
    'value',
    '#text',
    '@a',
    '_',
    'a',
    'b',
    'a.b',
    '"',
    '\\',
    '|',
  ];
  const name = fc.oneof(
    {
      weight: 2,
      arbitrary: fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !/^(\d+|__proto__)$/.test(text)),
    },
    { weight: 1, arbitrary: fc.constantFrom(...SPECIAL) },
  );
  const scalar = fc.oneof(fc.string({ maxLength: 10 }), fc.integer(), fc.boolean(), fc.constant(null));
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      scalar,
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(name, tie('tree'), { maxKeys: 3, noNullPrototype: true }),
    ),
  }));

  it.each(['json5', 'yaml', 'msgpack', 'cbor'] as const)('comes back from %s as it went', async (format) => {
    await assertProperty(
      fc.asyncProperty(fc.dictionary(name, tree, { minKeys: 1, maxKeys: 3, noNullPrototype: true }), async (value) => {
        expect(await throughAndBack(JSON.stringify(value), format)).toEqual(value);
      }),
      { numRuns: 60 },
    );
  });

  it.each(['xml', 'ini', 'properties', 'toml', 'plist', 'csv', 'tsv', 'avro', 'arrow'] as const)(
    'has the same records in %s, as a reader sees them',
    async (format) => {
      await assertProperty(
        fc.asyncProperty(
          fc.array(fc.dictionary(name, tree, { minKeys: 1, maxKeys: 3 }), { minLength: 1 }),
          async (rows) => {
            const json = JSON.stringify(rows);
            const { records } = await reader.inspect(Buffer.from(json), 'json', 'full');
            const found = await reader.inspect(await convert(json, 'json', format), format, 'full');
            expect(found.records!.digest).toBe(records!.digest);
          },
        ),
        {
          numRuns: 60,
          examples: [[[{ ' []': false, ' :[]': [] }, { ' ': {} }]], [[{ ' []': false, ' ': [] }, { ' ': [] }]]],
        },
      );
    },
  );
});

describe('what is written is read by libraries that we did not write', () => {
  const ROWS = '[{"name":"Ann & Co <x>","n":1.5,"tags":["a","b"]},{"name":" spaces ","n":-2,"tags":[]}]';
  const plain = JSON.parse(ROWS) as unknown;

  it('JSON5', async () => {
    expect(json5.parse((await convert(ROWS, 'json', 'json5')).toString())).toEqual(plain);
  });

  it('property lists', async () => {
    expect(parsePlist((await convert(ROWS, 'json', 'plist')).toString())).toEqual(plain);
  });

  it('INI', async () => {
    const text = (await convert('{"a":{"b":"x; y","list":["p","q"]},"top":true}', 'json', 'ini')).toString();
    expect(JSON.parse(JSON.stringify(ini.parse(text)))).toEqual({ a: { b: 'x; y', list: ['p', 'q'] }, top: true });
  });

  it('XML', async () => {
    const text = (await convert('{"a":{"b c":"<&>","@id":"7","#text":"t"}}', 'json', 'xml')).toString();
    const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false });
    expect(parser.parse(text)).toMatchObject({ a: { b_x0020_c: '<&>', '@id': '7', '#text': 't' } });
  });

  it('Avro, with names that are no names of Avro', async () => {
    const bytes = await convert('[{"a b":1,"9":"x","a_b":null}]', 'json', 'avro');
    const rows: unknown[] = [];
    const decoder = new avsc.streams.BlockDecoder();
    const ended = new Promise((resolve) => decoder.once('end', resolve));
    decoder.on('data', (row: unknown) => void rows.push(row));
    decoder.end(bytes);
    await ended;
    expect(JSON.parse(JSON.stringify(rows))).toEqual([{ _9: 'x', a_b: 1, a_b_2: null }]);
    expect(JSON.parse((await convert(bytes, 'avro', 'json')).toString())).toEqual([{ '9': 'x', 'a b': 1, a_b: null }]);
  });

  it('SQLite, whole', async () => {
    const bytes = await convert(
      '{"people":[{"n":1,"ok":true}],"odd \\"name\\"":[{"x":9007199254740993}]}',
      'json',
      'sqlite',
    );
    using database = new DatabaseSync(':memory:');
    (database as unknown as { deserialize(bytes: Uint8Array): void }).deserialize(bytes);
    expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    expect(database.prepare('SELECT n, ok, typeof(ok) AS t FROM people').all()).toEqual([
      { n: 1, ok: 1, t: 'integer' },
    ]);
    const statement = database.prepare('SELECT x FROM "odd ""name"""');
    statement.setReadBigInts(true);
    expect(statement.all()).toEqual([{ x: 9007199254740993n }]);
  });
});

describe('several tables', () => {
  const TABLES = '{"people":[{"n":1},{"n":2}],"towns":[{"t":"Bonn"}]}';

  it('are an object of lists, and come back as one', async () => {
    for (const format of ['sqlite', 'npz'] as const) {
      expect(await throughAndBack(TABLES, format)).toEqual(JSON.parse(TABLES));
    }
  });

  it('become a file each in formats of one table', async () => {
    const database = await convert(TABLES, 'json', 'sqlite');
    const files = await convertAll(database, 'sqlite', 'csv');
    expect(files.map((file) => Buffer.from(file).toString())).toEqual(['n\r\n1\r\n2\r\n', 't\r\nBonn\r\n']);
  });

  it('are not made of an object that only leads to one list', async () => {
    const csv = await convert('{"result":{"items":[{"n":1},{"n":2}]}}', 'json', 'csv');
    expect(csv.toString()).toBe('n\r\n1\r\n2\r\n');
  });

  it('keep their columns without a row', async () => {
    expect((await convert(await convert('a,b\n', 'csv', 'parquet'), 'parquet', 'csv')).toString()).toBe('a,b\r\n');
  });
});

describe('CSV to JSON without values in between', () => {
  /** The text comes in pieces of this many bytes, or as a whole. */
  const direct = (text: string, delimiter: string, ndjson: boolean, pieceBytes?: number): string => {
    const { signal } = new AbortController();
    const file = memoryFile(Buffer.from(text));
    const table = { delimiter, skip: 0, ndjson, budget: createValueBudget(DEFAULT_LIMITS), signal, pieceBytes };
    return Buffer.concat([...delimitedToJson(file, table)]).toString();
  };
  const byValues = (text: string, delimiter: string, ndjson: boolean): string => {
    const source = readDelimited(text, delimiter, DEFAULT_LIMITS);
    return [...(ndjson ? writeNdjson(source) : writeJson(source))].join('');
  };
  const cell = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom(
      '',
      '""',
      '"a,b"',
      '"x""y"',
      '"l1\nl2"',
      '"q" ',
      '5"" x 3"',
      'true',
      'false',
      'null',
      'tree',
      '-',
      'größe €😀',
    ),
    fc.constantFrom(
      '007',
      '1.10',
      '1.5',
      '-0',
      '-0.5',
      '0.0',
      '1e5',
      '1.',
      '.5',
      '0.0000001',
      '0.000001',
      '10.0000001',
    ),
    fc.constantFrom('123456789012345', '1234567890123456', '9007199254740993', '0.12345678901234567', 'a\\b\u0001\t'),
    fc.double().map(String),
  );
  const text = fc
    .array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 6 })
    .chain((rows) => fc.constantFrom('\n', '\r\n', '\r').map((end) => rows.map((row) => row.join(',')).join(end)));

  it('is what both together make', () => {
    let compared = 0;
    assertProperty(
      fc.property(text, fc.boolean(), (table, ndjson) => {
        fc.pre(isTable(table));
        compared++;
        expect(direct(table, ',', ndjson)).toBe(byValues(table, ',', ndjson));
      }),
      { numRuns: 1500 },
    );
    expect(compared).toBeGreaterThan(500);
  });

  it('is the same wherever the text is cut into pieces', () => {
    let compared = 0;
    assertProperty(
      fc.property(text, fc.integer({ min: 1, max: 20 }), (table, piece) => {
        fc.pre(isTable(table));
        compared++;
        expect(direct(table, ',', false, piece)).toBe(direct(table, ',', false));
      }),
      { numRuns: 1500 },
    );
    expect(compared).toBeGreaterThan(500);
  });

  it('tells the row of a quote that is never closed, though the text comes in pieces', () => {
    const table = `a,b\n1,2\n\n3,"never closed\n${'4,5\n'.repeat(50)}`;
    expect(() => direct(table, ',', false, 7)).toThrow(/row 3 is not closed/);
    expect(() => direct(table, ',', false)).toThrow(/row 3 is not closed/);
  });

  function isTable(table: string): boolean {
    const scanner = new CellScanner(table, ',');
    try {
      while (scanner.startsRow()) scanner.row();
      return true;
    } catch {
      return false;
    }
  }

  it('passes UTF-8 through as it is', async () => {
    const source = '\ufeffstadt,größe\n"Köln ""am"" Rhein",1\n東京,2\n';
    expect(JSON.parse((await convert(source, 'csv', 'json')).toString())).toEqual([
      { stadt: 'Köln "am" Rhein', größe: 1 },
      { stadt: '東京', größe: 2 },
    ]);
  });

  it('refuses a quote that is never closed, and text behind one', async () => {
    await expect(convert('a\n"x', 'csv', 'json')).rejects.toMatchObject({
      code: 'input_truncated',
      details: { row: 2 },
    });
    await expect(convert('a\n"x"y\n', 'csv', 'json')).rejects.toMatchObject({ code: 'input_corrupt' });
  });
});

describe('a file that is looked at piece by piece', () => {
  const FAR = 256 * 1024;

  it.each([1, 2, 3, 4])('is UTF-8 though a character lies across two pieces, %i bytes before its end', (before) => {
    for (const character of ['é', '€', '😀']) {
      const text = Buffer.from(`${'x'.repeat(FAR - before)}${character}${'y'.repeat(FAR)}`);
      expect(isUtf8File(memoryFile(text))).toBe(true);
    }
  });

  it.each([
    ['a character truncated at the end', Buffer.from([...Buffer.from('x'.repeat(FAR)), 0xe2, 0x82])],
    ['Latin-1', Buffer.from(`${'x'.repeat(FAR)}é${'x'.repeat(FAR)}`, 'latin1')],
    ['UTF-16', Buffer.from('a,b\n1,2\n', 'utf16le')],
  ])('is not UTF-8: %s', (_name, bytes) => {
    expect(isUtf8File(memoryFile(bytes))).toBe(false);
  });
});
