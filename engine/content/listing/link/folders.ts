import { textIn, type Entry } from '../model.ts';

const BETWEEN = ' / ';

/** The path of a folder as one text; undefined for the topmost. */
export function folderOf(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : names.map((name) => name.replaceAll(BETWEEN, '/').trim()).join(BETWEEN);
}

export interface Folder {
  readonly name: string;
  readonly inside: (Folder | Entry)[];
}

export function isFolder(item: Folder | Entry): item is Folder {
  return 'inside' in item;
}

/** Entries in their folders; those of one folder that do not follow each other are in it a second time, so that the order is kept. */
export function inFolders(entries: readonly Entry[]): Folder {
  const root: Folder = { name: '', inside: [] };
  let open: Folder[] = [root];
  for (const entry of entries) {
    const path = textIn(entry, 'folder')?.split(BETWEEN) ?? [];
    let depth = 0;
    while (depth < path.length && open[depth + 1]?.name === path[depth]) depth++;
    open = open.slice(0, depth + 1);
    for (const name of path.slice(depth)) {
      const folder: Folder = { name, inside: [] };
      open.at(-1)!.inside.push(folder);
      open.push(folder);
    }
    open.at(-1)!.inside.push(entry);
  }
  return root;
}

/** Seconds since 1970 as ISO 8601; undefined for what no clock shows. */
export function timeOfSeconds(seconds: number): string | undefined {
  const date = new Date(Math.round(seconds) * 1000);
  return seconds > 0 && !Number.isNaN(date.getTime()) ? isoOf(date) : undefined;
}

/** A time in any usual spelling; as it stands where it is none. */
export function timeOfText(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const date = new Date(text.trim());
  return Number.isNaN(date.getTime()) ? text.trim() || undefined : isoOf(date);
}

function isoOf(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z');
}

export function secondsOf(entry: Entry, name: string): number | undefined {
  const time = Date.parse(textIn(entry, name) ?? '');
  return Number.isNaN(time) ? undefined : Math.round(time / 1000);
}
