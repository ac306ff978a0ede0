import { realpathSync, statSync } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { AgentError } from '../../mcp/index.ts';
import { UsageError } from '../usage-error.ts';

/** Folders that an agent may read from and write to. Whatever leads elsewhere is refused, by links too. */
export interface GrantedFolders {
  /** As they were named, absolute. */
  readonly folders: readonly string[];
  /** The real path of an existing file. Throws an AgentError. */
  input(path: string): Promise<string>;
  /** The real path of a result; its folder exists. Throws an AgentError. */
  output(path: string, options: { readonly overwrite: boolean }): Promise<string>;
}

interface Folder {
  readonly named: string;
  readonly real: string;
}

/** Throws a UsageError for what is no folder. Relative paths of the agent begin in the first folder. */
export function grantFolders(paths: readonly string[], directory = process.cwd()): GrantedFolders {
  const folders = paths.map((path) => folderOf(resolve(directory, path), path));

  function located(path: string): string {
    if (folders.length === 0) {
      const message = 'No folder was granted to this server. Send the content as base64, or ask the user to grant one.';
      throw new AgentError('path_not_granted', message);
    }
    if (path.includes('\0')) throw new AgentError('path_not_granted', 'A path contains no null character.');
    const absolute = isAbsolute(path) ? resolve(path) : resolve(folders[0]!.named, path);
    // Nothing outside is looked at, not even whether it exists.
    if (!folders.some(({ named, real }) => isWithin(named, absolute) || isWithin(real, absolute))) throw notGranted();
    return absolute;
  }

  function requireWithin(real: string): void {
    if (!folders.some((folder) => isWithin(folder.real, real))) throw notGranted();
  }

  async function realOf(path: string, shown: string): Promise<string> {
    try {
      return await realpath(path);
    } catch (cause) {
      throw new AgentError('missing_file', `There is no ${shown}. Check the path.`, { cause });
    }
  }

  return {
    folders: folders.map(({ named }) => named),

    async input(path) {
      const real = await realOf(located(path), path);
      requireWithin(real);
      // Reading a pipe or a device could wait for ever.
      if (!(await lstat(real)).isFile()) throw new AgentError('missing_file', `${path} is not a file.`);
      return real;
    },

    async output(path, { overwrite }) {
      const absolute = located(path);
      const folder = await realOf(dirname(absolute), `folder ${dirname(path)}`);
      const real = join(folder, basename(absolute));
      requireWithin(real);
      const found = await lstat(real).catch(() => undefined);
      if (found && !found.isFile())
        throw new AgentError('output_exists', `${path} is a folder or a link. Choose another name.`);
      if (found && !overwrite) {
        const message = `${path} exists. Choose another name, or repeat the call with \`overwrite: true\`.`;
        throw new AgentError('output_exists', message);
      }
      return real;
    },
  };

  function notGranted(): AgentError {
    const named = folders.map((folder) => folder.named).join(', ');
    return new AgentError('path_not_granted', `Only files in the granted folders are allowed: ${named}.`);
  }
}

function folderOf(path: string, shown: string): Folder {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) throw new UsageError(`${shown} is not a folder.`, 'missing_file');
  return { named: path, real: realpathSync(path) };
}

/** Whether the path lies in the folder; the folder itself does not. */
function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
