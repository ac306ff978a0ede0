import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ExitCode, Output, Terminal } from '../terminal.ts';
import { NoAddress, warmAddress } from './address.ts';
import { KINDS, receive, send, type CallRequest } from './messages.ts';

/** Commands that convert or plan; the others are as quick by themselves or are about this process. */
const SERVED: ReadonlySet<string> = new Set(['convert', 'merge', 'plan', 'detect', 'formats']);

/**
 * Whether a call may use the background engine, and whether it is to start one. Continuous integration never does:
 * there, nothing may outlive the step that started it.
 */
export function warmPolicy(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): { readonly use: boolean; readonly start: boolean } {
  const isServed = SERVED.has(argv[0] ?? '') && !argv.includes('--no-warm');
  const use = isServed && !environment['CI'];
  return { use, start: use && environment['ATHANOR_WARM'] === 'yes' };
}

/** A connection to the background engine of this user; undefined when none runs that could serve this process. */
export async function connectToWarmEngine(): Promise<Socket | undefined> {
  let socket;
  try {
    socket = connect(warmAddress());
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    socket?.destroy();
    if (error instanceof NoAddress || (error instanceof Error && 'syscall' in error)) return undefined;
    throw error;
  }
}

/**
 * Runs one call in the background engine, as if it ran here. Undefined when none runs or it ended before it had answered
 * anything, so that the call can be done without it; an engine that ends later is an error.
 */
export async function callWarmEngine(
  argv: readonly string[],
  terminal: Pick<Terminal, 'stdin' | 'stdout' | 'stderr' | 'signal'>,
): Promise<ExitCode | undefined> {
  const socket = await connectToWarmEngine();
  if (!socket) return undefined;
  const { stdin, stdout, stderr, signal } = terminal;
  const abort = (): void => send(socket, KINDS.abort);
  const request: CallRequest = { argv, directory: process.cwd(), stdout: sizeOf(stdout), stderr: sizeOf(stderr) };
  let input: AsyncIterator<Uint8Array> | undefined;
  const sendInput = async (): Promise<void> => {
    input ??= stdin[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    const { value } = (await input.next()) as { value?: Uint8Array };
    if (!socket.destroyed) send(socket, KINDS.input, value);
  };
  let hasBegun = false;
  try {
    send(socket, KINDS.call, JSON.stringify(request));
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    for await (const { kind, bytes } of receive(socket)) {
      hasBegun = true;
      if (kind === KINDS.output) await write(stdout, bytes);
      else if (kind === KINDS.error) await write(stderr, bytes);
      else if (kind === KINDS.wanted) void sendInput();
      else if (kind === KINDS.exit) {
        if (input) stdin.destroy(); // or what nobody sends any more would keep the process
        return Number(bytes.toString()) as ExitCode;
      }
    }
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
  } finally {
    signal.removeEventListener('abort', abort);
    socket.destroy();
  }
  if (!hasBegun) return undefined;
  stderr.write('athanor: The background engine ended during the call. Repeat it, or add --no-warm.\n');
  return 1;
}

function sizeOf({ isTTY, columns }: Output): CallRequest['stdout'] {
  return { isTTY, columns };
}

/** Writes what the stream takes. A reader that closed the pipe early ends neither the call nor the engine. */
async function write(stream: Output, bytes: Uint8Array): Promise<void> {
  if (!stream.writable || stream.write(bytes)) return;
  await once(stream, 'drain').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
