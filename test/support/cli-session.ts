import { PassThrough, Readable } from 'node:stream';
import { runProgram } from '../../engine/cli/program.ts';
import type { Terminal } from '../../engine/cli/terminal.ts';

export interface CliOutcome {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Runs one command line in this process, with streams of its own. */
export async function runCli(
  argv: readonly string[],
  { stdin = new Uint8Array(0), ...world }: { stdin?: Uint8Array } & Partial<Omit<Terminal, 'stdin'>> = {},
): Promise<CliOutcome> {
  const [stdout, stderr] = [collect(), collect()];
  const exitCode = await runProgram(argv, {
    stdin: Readable.from([stdin].filter(({ byteLength }) => byteLength > 0)),
    stdout: stdout.stream,
    stderr: stderr.stream,
    signal: new AbortController().signal,
    ...world,
  });
  return { exitCode, stdout: stdout.content(), stderr: stderr.content().toString() };
}

function collect(): { readonly stream: PassThrough; readonly content: () => Buffer } {
  const chunks: Buffer[] = [];
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { stream, content: () => Buffer.concat(chunks) };
}
