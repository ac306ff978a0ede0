import { bundledLanguages } from 'shiki';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Step } from '../../../engine/contract/codec.ts';
import { formatOf } from '../../../engine/formats/index.ts';
import {
  CODE_EXTENSIONS,
  LANGUAGE_OF_EXTENSION,
  languageNamed,
} from '../../../engine/formats/programming-languages.ts';
import { bytesOf, CodecBench } from '../../support/codec-bench.ts';

let bench: CodecBench;
beforeAll(() => {
  bench = new CodecBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

async function colour(
  code: string,
  name: string,
  to: 'html' | 'svg',
  options: Step['options'] = {},
): Promise<{ readonly text: string; readonly warned: readonly string[] }> {
  const step = { codec: 'highlight', edge: to === 'svg' ? 'draw' : 'page', from: 'code', to, options } as const;
  const input = { name, format: 'code', bytes: new TextEncoder().encode(code) } as const;
  const { artifacts, warnings } = await bench.convert([input], step);
  return { text: new TextDecoder().decode(await bytesOf(artifacts[0]!)), warned: warnings.map(({ code: c }) => c) };
}

describe('source code', () => {
  it('has a grammar for every language that file names tell', () => {
    const without = Object.values(LANGUAGE_OF_EXTENSION).filter((language) => !(language in bundledLanguages));
    expect(without).toEqual([]);
  });

  it('is shown as it is, whatever it says', async () => {
    const { text } = await colour('<script>alert("&amp;")</script>', 'a.js', 'html');
    expect(text).not.toContain('<script');
    expect(text.replaceAll(/<[^>]*>/g, '')).toContain('&lt;script&gt;alert("&amp;amp;")&lt;/script&gt;');
  });

  it('takes the language of the caller before that of the name, and says when it knows none', async () => {
    const code = 'SELECT name FROM metals';
    const [sql, plain] = [await colour(code, 'a.txt', 'html', { syntax: 'sql' }), await colour(code, 'a.txt', 'html')];
    expect(sql.text).toContain('<span');
    expect(sql.warned).toEqual([]);
    expect(plain.text).not.toContain('<span');
    expect(plain.warned).toEqual(['feature_dropped']);
    await expect(colour(code, 'a.sql', 'html', { syntax: 'latin' })).rejects.toMatchObject({ code: 'invalid_options' });
  });

  it('puts every word of a drawing at its column', async () => {
    const { text } = await colour('\ta = 1\n', 'a.py', 'svg', { fontSize: 7.5 });
    expect(text).toMatch(/<text x="36\.5" y="\d+(\.\d+)?"[^>]*>a/); // four columns of 6 pixels after 12.5 of padding
  });

  it('is one format with the extensions of all languages', () => {
    expect(formatOf('code').extensions).toEqual(CODE_EXTENSIONS);
    expect(languageNamed('PY')).toBe('python');
    expect(languageNamed('toString')).toBeUndefined();
  });
});
