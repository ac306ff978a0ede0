import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Milliseconds that a native judge may take. */
const TIMEOUT_MS = 60_000;

const known = new Map<string, Promise<boolean>>();

/** Whether a native program is installed: judges are used where they are, never required. */
export function isInstalled(program: string): Promise<boolean> {
  let installed = known.get(program);
  if (!installed) {
    installed = run('which', [program]).then(
      () => true,
      () => false,
    );
    known.set(program, installed);
  }
  return installed;
}

/** Whether the `convert` on the path is ImageMagick's: other packages have a program of that name. */
export function isImageMagick(): Promise<boolean> {
  return answers('convert', ['-version'], /ImageMagick/);
}

/** The first Python that has these modules; undefined where none has. */
export async function pythonWith(...modules: readonly string[]): Promise<string | undefined> {
  for (const program of ['python3', '/usr/bin/python3']) {
    if (await answers(program, ['-c', `import ${modules.join(', ')}\nprint('ok')`], /ok/)) return program;
  }
  return undefined;
}

/** Whether a program runs and says something; asked once. */
function answers(program: string, args: readonly string[], expected: RegExp): Promise<boolean> {
  const question = JSON.stringify([program, ...args]);
  let answer = known.get(question);
  if (!answer) {
    answer = outputOf(program, ...args).then(
      (text) => expected.test(text),
      () => false,
    );
    known.set(question, answer);
  }
  return answer;
}

/** What a native program writes to its standard output. Throws when it fails. */
export async function outputOf(program: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run(program, [...args], { timeout: TIMEOUT_MS, maxBuffer: 64 << 20 });
  return stdout;
}

/** What a native program writes to its standard output, as bytes. Throws when it fails. */
export async function bytesFrom(program: string, ...args: readonly string[]): Promise<Buffer> {
  const { stdout } = await run(program, [...args], { timeout: TIMEOUT_MS, maxBuffer: 64 << 20, encoding: 'buffer' });
  return stdout;
}

const remembered = new Map<string, Promise<Buffer>>();
/** Answers that are kept: the sources of a matrix are asked for again and again. */
const MOST_REMEMBERED = 2_000;

/** The same, asked once: for files that do not change. */
export function bytesOnceFrom(program: string, ...args: readonly string[]): Promise<Buffer> {
  const question = JSON.stringify([program, ...args]);
  const known = remembered.get(question) ?? bytesFrom(program, ...args);
  if (remembered.size < MOST_REMEMBERED) remembered.set(question, known);
  return known;
}
