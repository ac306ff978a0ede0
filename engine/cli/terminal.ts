import type { Readable, Writable } from 'node:stream';
import type { Engine, EngineOptions } from '../index.ts';

/** A stream that may be a terminal. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** What the command line has of the world: tests give their own. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Aborted by an interrupt. */
  readonly signal: AbortSignal;
  /** Makes the engine; the real one if absent. */
  readonly createEngine?: (options: EngineOptions) => Engine;
}

export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export function printLine(stream: Output, text: string): void {
  stream.write(`${text}\n`);
}

export function printJson(stream: Output, value: unknown): void {
  printLine(stream, JSON.stringify(value, null, 2));
}
