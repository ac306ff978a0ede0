import type { FormatId } from '../../../formats/index.ts';
import { posix } from '../../../io/paths.ts';

/** How a text may spell the path of a file beside it. */
export function namesBeside(path: string, from: FormatId): ReadonlySet<string> {
  const names = [path, `./${path}`, encodeURI(path)];
  // LaTeX finds extensions by itself, and looks into folders that are named once.
  if (from === 'latex')
    names.push(posix.basename(path), withoutExtension(path), withoutExtension(posix.basename(path)));
  return new Set(names);
}

function withoutExtension(path: string): string {
  return path.slice(0, path.length - posix.extname(path).length);
}

/** The bytes of files beside a text by the names that it may have for them. */
export function readerBeside(
  beside: ReadonlyMap<string, Uint8Array>,
  from: FormatId,
): (address: string) => Uint8Array | undefined {
  const named = new Map<string, Uint8Array>();
  for (const [path, bytes] of beside) {
    for (const name of namesBeside(path, from)) if (name === path || !beside.has(name)) named.set(name, bytes);
  }
  return (address) => named.get(address);
}
