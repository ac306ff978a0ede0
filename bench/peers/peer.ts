import { accessSync, constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { runNative } from '../native-process.ts';

/** A native program that does what we do. */
export interface NativePeer {
  readonly name: string;
  /** Looks for the program; undefined when it is not installed here. */
  find(): Promise<InstalledPeer | undefined>;
}

export interface InstalledPeer {
  readonly name: string;
  readonly version: string;
  /** Absolute path of the program. */
  readonly program: string;
}

export interface ProgramDescription {
  readonly name: string;
  /** File names to look for on the PATH, or absolute paths, the preferred one first. */
  readonly programs: readonly string[];
  readonly versionArguments: readonly string[];
  /** Matches what the version arguments print; the first group is the version. Another program of that name does not. */
  readonly banner: RegExp;
  /** The program is a binary: a script of that name only calls it, and would be charged with its interpreter. */
  readonly isBinary?: true;
}

const VERSION_TIMEOUT_MS = 30_000;

/** A peer that is found by its name and recognised by its version banner; looked for once. */
export function programPeer(description: ProgramDescription): NativePeer {
  let found: Promise<InstalledPeer | undefined> | undefined;
  return { name: description.name, find: () => (found ??= findProgram(description)) };
}

async function findProgram(description: ProgramDescription): Promise<InstalledPeer | undefined> {
  const { name, programs, versionArguments, banner, isBinary } = description;
  for (const program of programs.flatMap(candidates)) {
    if (isBinary && (await isScript(program))) continue;
    const printed = await versionBanner([program, ...versionArguments]);
    const version = banner.exec(printed)?.[1];
    if (version !== undefined) return { name, version, program };
  }
  return undefined;
}

/** A program that does not know the question, or is broken, is not the peer that was looked for. */
async function versionBanner(command: readonly string[]): Promise<string> {
  const answer = await Promise.allSettled([runNative(command, { timeoutMs: VERSION_TIMEOUT_MS })]);
  return answer[0].status === 'fulfilled' ? answer[0].value.output : '';
}

function candidates(program: string): string[] {
  const paths = isAbsolute(program)
    ? [program]
    : (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, program));
  return paths.filter(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // not there, or not ours to run: either way not a candidate
  }
}

async function isScript(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
  return bytesRead === 2 && buffer.toString('latin1') === '#!';
}
