import { archiveFormats } from './catalogue/archive.ts';
import { audioFormats } from './catalogue/audio.ts';
import { cameraRawFormats } from './catalogue/camera-raw.ts';
import { dataFormats } from './catalogue/data.ts';
import { documentFormats } from './catalogue/document.ts';
import { drawingFormats } from './catalogue/drawing.ts';
import { ebookFormats } from './catalogue/ebook.ts';
import { fontFormats } from './catalogue/font.ts';
import { gridFormats } from './catalogue/grid.ts';
import { imageOfSystemsFormats } from './catalogue/image-of-systems.ts';
import { imageFormats } from './catalogue/image.ts';
import { mailFormats } from './catalogue/mail.ts';
import { markupFormats } from './catalogue/markup.ts';
import { modelFormats } from './catalogue/model.ts';
import { linkFormats } from './catalogue/link.ts';
import { mapFormats } from './catalogue/map.ts';
import { paletteFormats } from './catalogue/palette.ts';
import { playlistFormats } from './catalogue/playlist.ts';
import { translationFormats } from './catalogue/translation.ts';
import { notationFormats } from './catalogue/notation.ts';
import { otherFormats } from './catalogue/other.ts';
import { sheetFormats } from './catalogue/sheet.ts';
import { subtitleFormats } from './catalogue/subtitle.ts';
import { videoFormats } from './catalogue/video.ts';
import type { Family, FormatDeclaration, FormatTable } from './format.ts';
import { editDistance } from './spelling.ts';

/** One table per family. A format's id is its key, and a wrong id anywhere in the engine does not compile. */
const TABLES = {
  image: { ...imageFormats, ...imageOfSystemsFormats, ...drawingFormats, ...cameraRawFormats },
  audio: audioFormats,
  video: videoFormats,
  subtitle: subtitleFormats,
  document: documentFormats,
  markup: markupFormats,
  sheet: sheetFormats,
  data: dataFormats,
  archive: archiveFormats,
  font: fontFormats,
  ebook: ebookFormats,
  mail: mailFormats,
  model: modelFormats,
  map: mapFormats,
  grid: gridFormats,
  translation: translationFormats,
  playlist: playlistFormats,
  link: linkFormats,
  palette: paletteFormats,
  notation: notationFormats,
  other: otherFormats,
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

/** The formats that a codec's table has rows for, in its order. */
export function idsOf<Id extends FormatId>(table: Readonly<Partial<Record<Id, unknown>>>): readonly Id[] {
  return Object.keys(table) as Id[];
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

/** The format that a file name suggests by its extension (`tar.gz` before `gz`), if any. */
export function formatOfFileName(fileName: string): FormatId | undefined {
  for (const extension of extensionsOfFileName(fileName)) {
    const format = NAMES.get(extension);
    if (format) return format;
  }
  return undefined;
}

/** Every format that uses the file name's extension: `dot` is a Word template and a graph. */
export function formatsOfFileName(fileName: string): FormatId[] {
  const extensions = extensionsOfFileName(fileName);
  const matches = extensions.map((extension) =>
    [...FORMATS.values()].filter((format) => format.extensions.includes(extension)).map((format) => format.id),
  );
  return matches.find((ids) => ids.length > 0) ?? [];
}

/** The last two parts of a name and the last one, lower case: `report.tar.gz` gives `tar.gz` and `gz`. */
function extensionsOfFileName(fileName: string): string[] {
  const parts = fileName.toLowerCase().split('.').slice(1);
  return parts.length === 0 ? [] : [parts.slice(-2).join('.'), parts.at(-1)!];
}

/** With hundreds of short names, two slips in three letters prove nothing. */
const LETTERS_FOR_TWO_SLIPS = 4;

/** The known ids whose spelling is nearest to an unknown one: at most five, all at the same distance. */
export function nearestFormats(name: string): FormatId[] {
  const wanted = name.trim().toLowerCase().slice(0, 32);
  const near = [...NAMES].map(([known, id]) => ({ known, id, distance: editDistance(wanted, known) }));
  const least = Math.min(...near.map(({ distance }) => distance));
  const isFar = least > (wanted.length < LETTERS_FOR_TWO_SLIPS ? 1 : 2) || least >= wanted.length;
  if (isFar) return [];
  const nearest = near.filter(({ distance }) => distance === least);
  const byId = nearest.filter(({ known, id }) => known === id); // `jsn` means json, not code, whose files may end in .js
  return [...new Set((byId.length > 0 ? byId : nearest).map(({ id }) => id))].sort().slice(0, 5);
}
