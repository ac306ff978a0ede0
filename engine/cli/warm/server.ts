import { once } from 'node:events';
import { watch } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { Engine } from '../../index.ts';
import type { ExitCode, Output, Terminal } from '../terminal.ts';
import { KINDS, receive, send, type CallRequest, type Kind } from './messages.ts';

interface WarmServer {
  readonly address: string;
  readonly engine: Engine;
  readonly runProgram: (argv: readonly string[], terminal: Terminal) => Promise<ExitCode>;
  /** Ends the server and the calls that it serves. */
  readonly signal: AbortSignal;
  /** Without any call it ends after this time. */
  readonly idleMs: number;
  /** Called once calls are taken. */
  readonly onReady?: () => void;
}

/** Serves calls of the command line with one engine, until it is idle, aborted or asked to stop. */
export async function serveCalls({ address, engine, runProgram, signal, idleMs, onReady }: WarmServer): Promise<void> {
  const stopping = new AbortController();
  const ended = AbortSignal.any([signal, stopping.signal]);
  const calls = new Set<Promise<void>>();
  let idle = setTimeout(() => stopping.abort(), idleMs);
  const server = createServer((socket) => {
    clearTimeout(idle);
    const call = serveCall(socket, { engine, runProgram, stopping }, ended).finally(() => {
      calls.delete(call);
      if (calls.size === 0) idle = setTimeout(() => stopping.abort(), idleMs);
    });
    calls.add(call);
  });
  const closed = once(server, 'close');
  const socketFile = await listenAt(server, address);
  const stopWatching = watchSources(() => server.close()); // calls that it serves are finished; new ones find no server
  ended.addEventListener('abort', () => server.close());
  onReady?.();
  if (ended.aborted) server.close();
  await closed;
  stopWatching();
  await socketFile.remove();
  await Promise.all(calls);
  clearTimeout(idle);
}

/**
 * Listens under a name of its own first, and takes the address in one step: the socket that a killed engine left is
 * replaced, and no call ever finds none.
 */
async function listenAt(server: Server, address: string): Promise<{ remove(): Promise<void> }> {
  if (process.platform === 'win32') {
    await once(server.listen(address), 'listening');
    return { remove: async () => {} };
  }
  const own = `${address}.${process.pid}`;
  await rm(own, { force: true });
  await once(server.listen(own), 'listening');
  const { ino } = await stat(own);
  await rename(own, address);
  const isOurs = async (): Promise<boolean> => (await stat(address).catch(() => undefined))?.ino === ino;
  return {
    async remove() {
      if (await isOurs()) await rm(address, { force: true });
    },
  };
}

/** In a checkout the sources may change under the engine: what was compiled before must not answer then. */
function watchSources(onChange: () => void): () => void {
  if (!import.meta.url.endsWith('.ts')) return () => {};
  const watcher = watch(join(import.meta.dirname, '../..'), { recursive: true }, onChange);
  return () => watcher.close();
}

async function serveCall(
  socket: Socket,
  { engine, runProgram, stopping }: Pick<WarmServer, 'engine' | 'runProgram'> & { readonly stopping: AbortController },
  ended: AbortSignal,
): Promise<void> {
  const interrupted = new AbortController();
  const stdin = createInput(socket);
  let running: Promise<void> | undefined;
  const run = async ({ argv, directory, ...sizes }: CallRequest): Promise<void> => {
    const [stdout, stderr] = [
      createOutput(socket, KINDS.output, sizes.stdout),
      createOutput(socket, KINDS.error, sizes.stderr),
    ];
    const signal = AbortSignal.any([interrupted.signal, ended]);
    const exitCode = await runProgram(argv, { stdin, stdout, stderr, signal, engine, directory });
    for (const stream of [stdout, stderr]) await new Promise<void>((resolve) => stream.end(resolve));
    if (!socket.destroyed) send(socket, KINDS.exit, String(exitCode));
  };
  try {
    for await (const { kind, bytes } of receive(socket)) {
      if (kind === KINDS.call)
        running ??= run(JSON.parse(bytes.toString()) as CallRequest).catch(() => void socket.destroy());
      else if (kind === KINDS.input) stdin.push(bytes.byteLength > 0 ? Buffer.from(bytes) : null); // a copy: it is kept
      else if (kind === KINDS.abort) interrupted.abort();
      else if (kind === KINDS.stop) {
        stopping.abort();
        break;
      }
    }
  } catch {
    // A call that went away: what it had begun is aborted below.
  }
  interrupted.abort();
  stdin.destroy();
  await running;
  socket.destroy();
}

/** Standard input of the call, fetched piece by piece as it is read. */
function createInput(socket: Socket): Readable {
  return new Readable({
    read() {
      if (!socket.destroyed) send(socket, KINDS.wanted);
    },
  });
}

function createOutput(socket: Socket, kind: Kind, size: CallRequest['stdout']): Output {
  const stream = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      if (socket.destroyed) done();
      else send(socket, kind, chunk, done);
    },
  });
  return Object.assign(stream, size);
}
