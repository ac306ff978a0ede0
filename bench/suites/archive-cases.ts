import type { ArchiveFormat } from '../inputs/archives.ts';
import { gzip, sevenZip, zstandard } from '../peers/archivers.ts';
import type { NativePeer } from '../peers/peer.ts';

export interface ArchivePaths {
  readonly program: string;
  readonly input: string;
  /** The same files as a folder. */
  readonly folder: string;
  readonly outDir: string;
  readonly output: string;
}

export interface ArchiveCase {
  readonly work: string;
  readonly source: ArchiveFormat;
  readonly to: ArchiveFormat;
  readonly peer: NativePeer;
  readonly command: (paths: ArchivePaths) => string[];
  /** User CPU of ours ÷ that of the native program on one thread: what we want it to be at most. */
  readonly target: number;
  /** Conversions a turn, of those that take milliseconds. */
  readonly perTurn?: number;
  /** Turns at most, of those that take many seconds. */
  readonly rounds?: number;
}

const SHORT = 10;
const ONE_THREAD = ['-mmt=1', '-bso0', '-bsp0'] as const;
/** gzip writes beside its input, or to its standard output. */
const redirected = (settings: string): ArchiveCase['command'] => {
  const script = `"$0" ${settings} "$1" > "$2"`;
  return ({ program, input, output }) => ['bash', '-c', script, program, input, output];
};

/** Packing and unpacking the same files, with what we want to reach. */
export const ARCHIVE_CASES: readonly ArchiveCase[] = [
  {
    work: '7z write',
    source: 'tar',
    to: '7z',
    peer: sevenZip,
    command: ({ program, folder, output }) => [program, 'a', ...ONE_THREAD, output, `${folder}/.`],
    target: 1.5,
    rounds: 3,
  },
  {
    work: '7z read',
    source: '7z',
    to: 'tar',
    peer: sevenZip,
    command: ({ program, input, outDir }) => [program, 'x', ...ONE_THREAD, `-o${outDir}`, input],
    target: 1.4,
    perTurn: SHORT,
  },
  { work: 'gzip write', source: 'tar', to: 'tgz', peer: gzip, command: redirected('-6 -c'), target: 1.1 },
  { work: 'gzip read', source: 'tgz', to: 'tar', peer: gzip, command: redirected('-dc'), target: 1.1, perTurn: SHORT },
  {
    work: 'zstd write',
    source: 'tar',
    to: 'tzst',
    peer: zstandard,
    command: ({ program, input, output }) => [program, '-q', '-3', '--single-thread', input, '-o', output],
    target: 1.1,
    perTurn: SHORT,
  },
  {
    work: 'zstd read',
    source: 'tzst',
    to: 'tar',
    peer: zstandard,
    command: ({ program, input, output }) => [program, '-q', '-d', input, '-o', output],
    target: 1.1,
    perTurn: SHORT,
  },
];
