import type { Socket } from 'node:net';

/**
 * What a call and the background engine say to each other. Each message is a letter for its kind, the length of what
 * follows as four bytes, and that many bytes.
 */
export const KINDS = {
  /** Call → engine: a `CallRequest` in JSON. */
  call: 'C',
  /** Engine → call: it reads standard input, and can take one more piece. */
  wanted: 'W',
  /** Call → engine: a piece of standard input; none is its end. */
  input: 'I',
  /** Call → engine: interrupted. */
  abort: 'A',
  /** Engine → call: for standard output. */
  output: 'O',
  /** Engine → call: for standard error. */
  error: 'E',
  /** Engine → call: the exit code, as a decimal number. */
  exit: 'X',
  /** Call → engine: end yourself. */
  stop: 'S',
} as const;

export type Kind = (typeof KINDS)[keyof typeof KINDS];

export interface Message {
  readonly kind: Kind;
  readonly bytes: Buffer;
}

/** What a call has that the engine's process has not. */
export interface CallRequest {
  readonly argv: readonly string[];
  readonly directory: string;
  readonly stdout: TerminalSize;
  readonly stderr: TerminalSize;
}

interface TerminalSize {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const HEAD_BYTES = 5;

/** Sends one message; `done` is called when the socket has taken it. */
export function send(socket: Socket, kind: Kind, content: Uint8Array | string = '', done?: () => void): void {
  const bytes = Buffer.from(content);
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(kind, 'latin1');
  head.writeUInt32BE(bytes.byteLength, 1);
  socket.write(Buffer.concat([head, bytes]), done);
}

/** The messages that arrive, in order, until the other side ends. */
export async function* receive(socket: Socket): AsyncGenerator<Message> {
  let pending: Buffer = Buffer.alloc(0);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    pending = Buffer.concat([pending, chunk]);
    while (pending.byteLength >= HEAD_BYTES) {
      const end = HEAD_BYTES + pending.readUInt32BE(1);
      if (pending.byteLength < end) break;
      yield { kind: pending.toString('latin1', 0, 1) as Kind, bytes: pending.subarray(HEAD_BYTES, end) };
      pending = pending.subarray(end);
    }
  }
}
