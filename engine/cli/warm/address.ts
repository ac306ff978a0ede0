import { createHash } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { readVersion } from '../../io/runtime.ts';

/** Bytes of a socket's path that every Unix takes, less those of the name that it has while it is made. */
const MAX_PATH_BYTES = 96;

/** Why there can be no background engine: its message says what to do. */
export class NoAddress extends Error {}

/**
 * Where the background engine of this user listens: a Unix socket in a folder that nobody else can enter, or a named
 * pipe on Windows. Its name is made of all that must be the same for a call to be served: the version, its folder, the
 * Node that runs it and the umask of new files. Throws NoAddress where there is no such place.
 */
export function warmAddress(): string {
  const same = [readVersion(), import.meta.dirname, process.version, process.umask(), process.getuid?.() ?? homedir()];
  const name = `athanor-${createHash('sha256').update(JSON.stringify(same)).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const path = join(privateFolder(), `${name}.sock`);
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return path;
  throw new NoAddress(
    `The path of the socket would be too long: ${path}. Set XDG_RUNTIME_DIR to a private folder with a short path.`,
  );
}

function privateFolder(): string {
  const runtime = process.env['XDG_RUNTIME_DIR'];
  const folder = runtime ? join(runtime, 'athanor') : join(homedir(), '.cache', 'athanor', 'run');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new NoAddress(`The folder ${folder} cannot be made: ${(error as Error).message}.`, { cause: error });
  }
  const { uid, mode } = statSync(folder);
  if (uid === process.getuid!() && (mode & 0o077) === 0) return folder;
  throw new NoAddress(`The folder ${folder} is open to other users. Make it private: chmod 700 ${folder}`);
}
