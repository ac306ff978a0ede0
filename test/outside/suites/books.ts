import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outputOf } from '../../matrix/native.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { programPath } from '../programs.ts';
import type { OutsideSuite } from '../suite.ts';
import { caseOf, waysTo } from './written.ts';

const PROGRAM = 'epubcheck';

export const BOOK_SUITE: OutsideSuite = {
  id: 'books',
  title:
    'samples of ours of every format that becomes EPUB: books in which epubcheck finds no error and warns of nothing, or refused by name',
  source: 'the program epubcheck of the W3C',
  program: PROGRAM,
  cases: async () => waysTo('epub').map((way) => caseOf(way, expectValidBook)),
};

interface Message {
  readonly ID: string;
  readonly severity: 'FATAL' | 'ERROR' | 'WARNING' | 'USAGE' | 'INFO';
  readonly message: string;
  readonly locations: readonly { readonly path: string }[];
}

const FAULTS: ReadonlySet<string> = new Set<Message['severity']>(['FATAL', 'ERROR', 'WARNING']);

async function expectValidBook(book: Uint8Array): Promise<void> {
  await using directory = await temporaryDirectory();
  const [path, report] = ['book.epub', 'report.json'].map((name) => join(directory.path, name));
  await writeFile(path!, book);
  // Its exit code says once more what the report says.
  const failed = await runCheck(path!, '--json', report!, '--quiet').then(() => undefined, String);
  const { messages } = JSON.parse(await readFile(report!, 'utf8').catch(() => '{}')) as { messages?: Message[] };
  if (!messages) throw new Error(`epubcheck says nothing: ${failed}`);
  const faults = messages.filter(({ severity }) => FAULTS.has(severity));
  if (faults.length === 0) return;
  const told = faults.map(({ ID, message, locations: [at] }) => `${ID} ${at?.path ?? ''}: ${message}`);
  throw new Error(told.join(' | '));
}

/** Debian installs its archive of Java classes under the name of the program. */
async function runCheck(...args: readonly string[]): Promise<void> {
  const program = programPath(PROGRAM)!;
  const isArchive = readFileSync(program).subarray(0, 2).toString('latin1') === 'PK';
  // A process lives for one book: it does not pay to compile more.
  if (isArchive) await outputOf('java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-jar', program, ...args);
  else await outputOf(program, ...args);
}
