import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../corpus/cases.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { judgeBook } from './judges/book.ts';

const hasCalibre = await promisify(execFile)('ebook-convert', ['--version']).then(
  () => true,
  () => false,
);

const BOOK = 'lighthouse-parts-notes-links-cover';
const fb2 = sourcePath({ from: 'fb2', source: `${BOOK}.fb2` });
const judged = { kept: ['text'], writer: undefined } as const;

describe.skipIf(!hasCalibre)("Calibre's judgement of books", { timeout: 60_000 }, () => {
  it.each(['fb2', 'mobi'] as const)(
    'does not miss the list of contents that %s has on a page beside its text',
    async (format) => {
      const source = { path: sourcePath({ from: format, source: `${BOOK}.${format}` }), format };
      const output = { path: sourcePath({ from: 'epub', source: `${BOOK}.epub` }), format: 'epub' } as const;
      expect(await judgeBook({ source, output, ...judged })).toEqual({ judge: 'Calibre' });
    },
  );

  it.each(['fb2', 'mobi'] as const)('misses a chapter of %s, whose title is still listed', async (format) => {
    await using directory = await temporaryDirectory();
    const text = await readFile(fb2, 'utf8');
    const shortened = text.replace(/<p>[^<]*The keeper said[\s\S]*?(?=<\/section>)/, '');
    expect(shortened.length).toBeLessThan(text.length);
    const output = { path: join(directory.path, 'shortened.fb2'), format: 'fb2' } as const;
    await writeFile(output.path, shortened);
    const source = { path: sourcePath({ from: format, source: `${BOOK}.${format}` }), format };
    expect(await judgeBook({ source, output, ...judged })).toMatchObject({ fault: /^has \d+ of \d+ words$/ });
  });
});
