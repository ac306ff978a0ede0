import { archiveFormats } from './catalogue/archive.ts';
import { audioFormats } from './catalogue/audio.ts';
import { dataFormats } from './catalogue/data.ts';
import { documentFormats } from './catalogue/document.ts';
import { imageFormats } from './catalogue/image.ts';
import { markupFormats } from './catalogue/markup.ts';
import { videoFormats } from './catalogue/video.ts';
import type { Family, FormatDeclaration, FormatTable } from './format.ts';

/** One table per family. A format's id is its key, and a wrong id anywhere in the engine does not compile. */
const TABLES = {
  image: imageFormats,
  audio: audioFormats,
  video: videoFormats,
  document: documentFormats,
  markup: markupFormats,
  data: dataFormats,
  archive: archiveFormats,
} as const satisfies Partial<Record<Family, FormatTable>>;

type KeysOf<T> = T extends unknown ? keyof T & string : never;
export type FormatId = KeysOf<(typeof TABLES)[keyof typeof TABLES]>;

export interface Format extends FormatDeclaration {
  readonly id: FormatId;
  readonly family: Family;
}

export const FORMATS: ReadonlyMap<FormatId, Format> = new Map(
  Object.entries(TABLES).flatMap(([family, table]) =>
    Object.entries(table as FormatTable).map(([id, declaration]) => [
      id as FormatId,
      { ...declaration, id: id as FormatId, family: family as Family },
    ]),
  ),
);

export function formatOf(id: FormatId): Format {
  return FORMATS.get(id)!;
}

const NAMES: ReadonlyMap<string, FormatId> = buildNames();

function buildNames(): Map<string, FormatId> {
  const names = new Map<string, FormatId>();
  for (const id of FORMATS.keys()) names.set(id, id);
  for (const format of FORMATS.values()) {
    for (const name of [...(format.aliases ?? []), ...format.extensions])
      if (!names.has(name)) names.set(name, format.id);
  }
  return names;
}

/** The format that a caller's word means (id, alias or extension, any case, with or without a dot), if there is one. */
export function resolveFormat(name: string): FormatId | undefined {
  return NAMES.get(name.trim().toLowerCase().replace(/^\./, ''));
}

/** The format that a file name suggests by its extension, if any. */
export function formatOfFileName(fileName: string): FormatId | undefined {
  const dot = fileName.lastIndexOf('.');
  return dot < 0 ? undefined : NAMES.get(fileName.slice(dot + 1).toLowerCase());
}

/** Up to five known ids whose spelling is nearest to an unknown one, the nearest first. */
export function nearestFormats(name: string): FormatId[] {
  const wanted = name.trim().toLowerCase().slice(0, 32);
  return [...NAMES]
    .map(([known, id]) => ({ id, distance: editDistance(wanted, known) }))
    .filter(({ distance }) => distance <= 2)
    .sort((a, b) => a.distance - b.distance || a.id.localeCompare(b.id))
    .map(({ id }) => id)
    .filter((id, index, all) => all.indexOf(id) === index)
    .slice(0, 5);
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(substitution, row[j]! + 1, next[j - 1]! + 1);
    }
    row = next;
  }
  return row[b.length]!;
}
