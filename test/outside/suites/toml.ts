import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { converted, expectRefused, expectSame, type OutsideCase, type OutsideSuite } from '../suite.ts';

/** A value of a TOML file, with its type. */
interface Tagged {
  readonly type: string;
  readonly value: string;
}

export const TOML_SUITE: OutsideSuite = {
  id: 'toml',
  title: 'TOML 1.1 → JSON: the values that each file says, and refusals of what is not TOML',
  source: 'the repository toml-lang/toml-test on GitHub',
  folder: 'toml-test',
  cases: async (root) => {
    const folder = join(root, 'tests');
    const files = (await readFile(join(folder, 'files-toml-1.1.0'), 'utf8')).split('\n');
    return files
      .filter((name) => name.endsWith('.toml'))
      .map((name): OutsideCase => ({
        name,
        run: async (engine) => {
          const convert = () => converted(engine, join(folder, name), { from: 'toml', to: 'json' });
          if (name.startsWith('invalid/')) return expectRefused(convert());
          const expected: unknown = JSON.parse(await readFile(join(folder, name.replace(/toml$/, 'json')), 'utf8'));
          expectSame(comparable(parseExactly((await convert()).toString())), plain(expected));
        },
      }));
  },
};

/** Integers that a double cannot hold become their digits. */
function parseExactly(json: string): unknown {
  const exactly: ExactReviver = (_key, value, { source }) =>
    Number.isSafeInteger(value) || !/^-?\d+$/.test(source ?? '') ? value : source;
  return JSON.parse(json, exactly as (key: string, value: unknown) => unknown);
}

/** JSON.parse gives it the digits as they stand, which the types of TypeScript do not know yet. */
type ExactReviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** What the expectation says, without types: numbers as numbers, moments in one way of writing. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if (isTagged(value)) return valueOf(value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

function isTagged(value: object): value is Tagged {
  return Object.keys(value).length === 2 && 'type' in value && 'value' in value && typeof value.type === 'string';
}

function valueOf({ type, value }: Tagged): unknown {
  if (type === 'string') return comparable(value);
  if (type === 'bool') return value === 'true';
  if (type === 'integer') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (type === 'float') return floatOf(value);
  return momentOf(value);
}

/** JSON has no number for infinity, and none that is none: the first becomes a text, the other null. */
function floatOf(value: string): number | string | null {
  if (value === 'nan') return null;
  if (value.endsWith('inf')) return value.startsWith('-') ? '-Infinity' : 'Infinity';
  return Number(value);
}

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === 'string') return momentOf(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, comparable(inner)]));
}

const MOMENT = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)?$/;

/** A moment with a zone as an instant, one without as it stands, with a T and without zeros at its end. */
function momentOf(text: string): string {
  if (!MOMENT.test(text)) return text.replace(/^(\d\d:\d\d:\d\d\.\d*?)0+$/, '$1').replace(/\.$/, '');
  const iso = text.replace(/[t ]/, 'T').replace('z', 'Z');
  return /[Z+]|-\d\d:\d\d$/.test(iso.slice(10))
    ? new Date(iso).toISOString()
    : iso.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
}
