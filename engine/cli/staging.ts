import { chmod, copyFile, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A directory beside the target, on the same file system: results are made there and moved in one step. */
export interface Staging extends AsyncDisposable {
  readonly directory: string;
  /** Permissions of new files: what the user's umask leaves. The engine's own files are private. */
  readonly fileMode: number;
}

/** `await using staging = await stageBeside(output)`: whatever happens, nothing unfinished stays. */
export async function stageBeside(output: string): Promise<Staging> {
  const parent = dirname(output);
  await mkdir(parent, { recursive: true });
  const directory = await mkdtemp(join(parent, '.athanor-'));
  const fileMode = await newFileMode(join(directory, '.mode'));
  return { directory, fileMode, [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) };
}

async function newFileMode(probe: string): Promise<number> {
  await writeFile(probe, '');
  const { mode } = await stat(probe);
  await rm(probe);
  return mode & 0o777;
}

/** Moves results to their names, over files that are there. Removes what it moved when one of them fails. */
export async function publish(
  moves: readonly (readonly [from: string, to: string])[],
  fileMode: number,
): Promise<void> {
  const moved: string[] = [];
  try {
    for (const [from, to] of moves) {
      await chmod(from, fileMode);
      await move(from, to);
      moved.push(to);
    }
  } catch (error) {
    for (const path of moved) await rm(path, { force: true });
    throw error;
  }
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    // A device such as /dev/stdout or a mount point can be written but not replaced.
    if (
      !(
        error instanceof Error &&
        'code' in error &&
        (error.code === 'EXDEV' || error.code === 'EPERM' || error.code === 'EACCES')
      )
    )
      throw error;
    await copyFile(from, to);
  }
}
