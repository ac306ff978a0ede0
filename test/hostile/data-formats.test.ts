import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../engine/index.ts';
import { realFiles } from '../matrix/real-files.ts';
import { hasCorpora } from '../support/corpora.ts';
import { testRealFiles } from '../support/real-file-tests.ts';
import { bytes, u32le, utf16, zeros } from '../support/sample-files.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const SOURCES = join(import.meta.dirname, '../../corpus/sources');

const engine = sharedEngine();

/** JSON of a file, or the code of the error that it was refused by. */
async function jsonOf(input: string | Uint8Array, fileName: string): Promise<string> {
  try {
    const content = typeof input === 'string' ? new TextEncoder().encode(input) : input;
    const { artifacts } = await engine.convert(content, { to: 'json', fileName });
    const [result] = artifacts;
    return Buffer.from((result as { readonly bytes: Uint8Array }).bytes).toString();
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

const source = async (path: string): Promise<Uint8Array> => new Uint8Array(await readFile(join(SOURCES, path)));
const parsed = (text: string): unknown => JSON.parse(text) as unknown;
const DEEP = 100_000;

describe('entities of XML', () => {
  it('are refused when they become very much text', async () => {
    const entities = Array.from(
      { length: 9 },
      (_, index) => `<!ENTITY ${'bcdefghij'[index]} "${`&${'abcdefghi'[index]};`.repeat(10)}">`,
    );
    const text = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "lol">${entities.join('')}]><l>&j;</l>`;
    expect(await jsonOf(text, 'a.xml')).toBe('input_too_complex');
  });

  it('bring in no file', async () => {
    const text = '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]><l>&x;</l>';
    expect(await jsonOf(text, 'a.xml')).toBe('input_corrupt');
    expect(JSON.parse(await jsonOf(text.replace('&x;', 'y'), 'a.xml'))).toEqual({ l: 'y' });
  });
});

describe('what is nested too deep', () => {
  it.each([
    ['XML', 'a.xml', `<?xml version="1.0"?>${'<a>'.repeat(DEEP)}${'</a>'.repeat(DEEP)}`],
    ['JSON5', 'a.json5', '['.repeat(DEEP) + ']'.repeat(DEEP)],
    ['TOML', 'a.toml', `a = ${'['.repeat(DEEP)}${']'.repeat(DEEP)}`],
    ['MessagePack', 'a.msgpack', bytes(zeros(DEEP).fill(0x91), 1)],
    ['CBOR', 'a.cbor', bytes(zeros(DEEP).fill(0x81), 1)],
  ])('is refused: %s', async (_name, fileName, content) => {
    expect(await jsonOf(content, fileName)).toMatch(/^input_(too_complex|corrupt)$/);
  });

  it('is refused though aliases of YAML hide it', async () => {
    const lines = Array.from({ length: 9 }, (_, index) => {
      const [own, before] = ['bcdefghij'[index], 'abcdefghi'[index]];
      return `${own}: &${own} [${Array.from({ length: 10 }, () => `*${before}`).join(',')}]`;
    });
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x,x]', ...lines].join('\n');
    expect(await jsonOf(bomb, 'a.yaml')).toBe('input_too_complex');
  });
});

describe('tables of text', () => {
  it('tell the row of a quote that is never closed', async () => {
    expect(await jsonOf(`a,b\n1,"open\n${'x,y\n'.repeat(1000)}`, 'a.csv')).toBe('input_truncated');
  });

  it('keep every cell of ragged rows', async () => {
    expect(parsed(await jsonOf('a,b\n1\n1,2,3\n\n5,6\n', 'a.csv'))).toEqual([
      { a: 1 },
      { a: 1, b: 2, column_3: 3 },
      { a: 5, b: 6 },
    ]);
  });

  it('are read from UTF-16 without a mark', async () => {
    const wide = utf16('town,people\nKöln,1073096\nBonn,330000\n', { mark: false });
    expect(parsed(await jsonOf(wide, 'a.csv'))).toContainEqual({ town: 'Köln', people: 1073096 });
  });

  it('keep NUL bytes in cells', async () => {
    const rows = Array.from({ length: 50 }, (_, index) => `row ${index},some words\n`).join('');
    expect(await jsonOf(`a,b\nx\0y,2\n${rows}`, 'a.csv')).toMatch(/x\\u0000y|^source_format_undetected$/);
  });
});

describe('claims that nothing stands behind', () => {
  const npy = (descriptor: string, shape: string): Uint8Array => {
    const header = `{'descr': ${descriptor}, 'fortran_order': False, 'shape': (${shape}), }`.padEnd(117);
    return bytes([0x93], 'NUMPY', [1, 0, 118, 0], `${header}\n`);
  };

  it.each([
    [
      'an array of NumPy that is larger than all disks',
      'a.npy',
      npy("'<f8'", '1000000000000, 1000000'),
      'input_too_complex',
    ],
    ['an array of nothing', 'a.npy', npy("'|V0'", '10000000,'), 'input_corrupt'],
    ['an array of pickled objects', 'a.npy', bytes(npy("'|O'", '3,'), 'cos\nsystem\n.'), 'input_too_complex'],
    ['a list of MessagePack', 'a.msgpack', bytes([0xdd, 0xff, 0xff, 0xff, 0xff, 1]), 'input_corrupt'],
    ['a list of CBOR', 'a.cbor', bytes([0x9b], zeros(8).fill(0xff), 1), 'input_truncated'],
    [
      'a document of BSON',
      'a.bson',
      bytes(u32le(16), [2, 0x61, 0], u32le(0x7fffffff), 'xx', zeros(3)),
      'input_corrupt',
    ],
    [
      'a block of Avro',
      'a.avro',
      bytes(
        'Obj',
        [1, 4, 22],
        'avro.schema',
        [12],
        '"null"',
        [20],
        'avro.codec',
        [8],
        'null',
        0,
        zeros(16),
        [0xfe, 0xff, 0xff, 0xff, 0x0f, 0],
        zeros(16),
      ),
      'input_corrupt',
    ],
    [
      'an array of a property list that holds itself',
      'a.plist',
      bytes('bplist00', [0xa1, 0, 8], zeros(6), [1, 1], zeros(7), 1, zeros(8), zeros(7), 10),
      'input_corrupt',
    ],
  ])('are refused: %s', async (_name, fileName, content, code) => {
    expect(await jsonOf(content, fileName)).toBe(code);
  });
});

describe('a database', () => {
  const databaseOf = (sql: string): Uint8Array => {
    using database = new DatabaseSync(':memory:');
    database.exec(sql);
    return (database as unknown as { serialize(): Uint8Array }).serialize();
  };

  it('runs nothing: no view, no trigger, no value that is computed beyond measure', async () => {
    const endless = 'WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT * FROM r';
    const viewed = databaseOf(`CREATE TABLE t (a); INSERT INTO t VALUES (1); CREATE VIEW v AS ${endless};`);
    expect(parsed(await jsonOf(viewed, 'a.sqlite'))).toEqual([{ a: 1 }]);
    const computed = databaseOf('CREATE TABLE t (a, b AS (hex(zeroblob(400000000)))); INSERT INTO t (a) VALUES (1);');
    expect(await jsonOf(computed, 'a.sqlite')).toBe('input_corrupt');
  });

  it('is read though it was written with a log beside it', async () => {
    const logged = databaseOf('CREATE TABLE t (a); INSERT INTO t VALUES (7);').slice();
    logged.fill(2, 18, 20);
    expect(parsed(await jsonOf(logged, 'a.sqlite'))).toEqual([{ a: 7 }]);
  });
});

describe('a damaged file', () => {
  const FILES = [
    'parquet/nested-nulls-unsigned-zstd.parquet',
    'arrow/dictionary-nested-nulls-unsigned.arrow',
    'sqlite/two-tables-blobs-long-integers-view.sqlite',
    'hdf5/groups-matrix-texts-deflate.h5',
    'avro/unions-enum-map-logical-times-deflate.avro',
    'bson/two-documents-identifiers-decimals.bson',
    'npy/records-text-dates-long-integers.npy',
    'npz/vector-matrix-texts.npz',
    'plist/binary-uid-nested.plist',
  ];

  it.each(FILES)('is refused by name when its end is missing: %s', async (path) => {
    const whole = await source(path);
    const cut = whole.slice(0, Math.floor(whole.byteLength * 0.7));
    expect(await jsonOf(cut, basename(path))).toMatch(/^(input_truncated|input_corrupt|source_format_undetected)$/);
  });

  it.each(FILES)('is refused by name, or verified, when bytes of it are others: %s', async (path) => {
    const whole = await source(path);
    const middle = Math.floor(whole.byteLength / 2);
    for (const [start, length] of [
      [middle, 16],
      [Math.floor(middle / 2), 40],
      [whole.byteLength - 60, 20],
    ] as const) {
      const damaged = whole.slice();
      for (let index = start; index < start + length; index++) damaged[index] = (index * 151) & 0xff;
      const outcome = await jsonOf(damaged, basename(path));
      expect(outcome).toMatch(/^([[{"]|input_|empty_file|output_not_verified|source_format_undetected)/);
    }
  });
});

it('whose pages are damaged is refused by name, wherever a page of Parquet is', async () => {
  const whole = Buffer.from(await source('parquet/nested-nulls-unsigned-zstd.parquet'));
  const ZSTANDARD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
  const pages: number[] = [];
  for (let at = whole.indexOf(ZSTANDARD); at >= 0; at = whole.indexOf(ZSTANDARD, at + 1)) pages.push(at);
  expect(pages.length).toBeGreaterThan(5);
  for (const page of pages) {
    const damaged = new Uint8Array(whole);
    damaged.fill(0xff, page + 4, page + 8);
    expect(await jsonOf(damaged, 'a.parquet')).toMatch(/^input_(corrupt|truncated)$/);
  }
});

testRealFiles('real files of data', hasCorpora ? await realFiles('data') : []);
