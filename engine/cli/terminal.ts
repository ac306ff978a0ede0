import { resolve } from 'node:path';
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
  /** An engine that runs already and stays: none is made. */
  readonly engine?: Engine;
  /** What relative paths start from; the process's own directory if absent. */
  readonly directory?: string;
}

/** A path of the command line as the file system takes it. */
export function locate(path: string, { directory }: Pick<Terminal, 'directory'>): string {
  return directory === undefined || path === STANDARD_STREAM ? path : resolve(directory, path);
}

/** What stands for standard input or output among paths. */
export const STANDARD_STREAM = '-';

export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export function printLine(stream: Output, text: string): void {
  stream.write(`${text}\n`);
}

export function printJson(stream: Output, value: unknown): void {
  printLine(stream, JSON.stringify(value, null, 2));
}
