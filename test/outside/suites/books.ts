import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readOffer } from '../../matrix/pairs.ts';
import { findSamples } from '../../matrix/samples.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { converted, type OutsideCase, type OutsideSuite } from '../suite.ts';

export const BOOK_SUITE: OutsideSuite = {
  id: 'books',
  title: 'our sample of each format → EPUB: no error of the validator',
  source: 'the validator epubcheck of the W3C, a folder that holds its `epubcheck.jar`, which Java runs',
  folder: 'epubcheck',
  cases: async (root) => {
    const samples = await findSamples();
    const sources = readOffer().pairs.flatMap(([from, to]) => (to === 'epub' ? [from] : []));
    return sources.sort().flatMap((from) =>
      (samples.get(from) ?? []).slice(0, 1).map((sample): OutsideCase => ({
        name: `${from} ${basename(sample)}`,
        run: async (engine) => {
          await using folder = await temporaryDirectory();
          const book = join(folder.path, 'book.epub');
          await writeFile(book, await converted(engine, sample, { from, to: 'epub' }));
          const errors = await errorsOf(join(root, 'epubcheck.jar'), book);
          if (errors.length > 0) throw new Error(`${errors.length} errors, the first: ${errors[0]}`);
        },
      })),
    );
  },
};

/** The lines that name errors of a book; of a validator that does not run, the one that says why. */
function errorsOf(validator: string, book: string): Promise<string[]> {
  return new Promise((resolve) => {
    execFile('java', ['-jar', validator, '--quiet', book], (error, stdout, stderr) => {
      const errors = `${stdout}\n${stderr}`.split('\n').filter((line) => /^(ERROR|FATAL)/.test(line));
      resolve(error && errors.length === 0 ? [error.message] : errors);
    });
  });
}
