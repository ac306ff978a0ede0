import type { Codec } from '../contract/codec.ts';

/** Packages that serve many codecs and know no format of a document: inflating, and the names of characters. */
const HELPERS: ReadonlySet<string> = new Set(['entities', 'fflate']);
/** Codecs that read and write by the same code of ours, whatever their packages. */
const SHARED_CODE: readonly (readonly string[])[] = [
  ['archive', 'zip'],
  ['mail', 'mail-reader'],
  ['font', 'font-reader', 'font-specimen'],
  ['data', 'columnar', 'sqlite', 'hdf5', 'table-reader', 'listing'],
  ['subtitles', 'calendar', 'midi'],
  ['mesh', 'assimp', 'occt', 'web-ifc', 'dxf'],
];

/** Whether a fault of one library, or of one piece of our own code, could be in both codecs. */
export function sharesLibrary(a: Codec, b: Codec): boolean {
  if (a.id === b.id || SHARED_CODE.some((ids) => ids.includes(a.id) && ids.includes(b.id))) return true;
  return a.packages.some((name) => !HELPERS.has(name) && b.packages.includes(name));
}

/** Readers of a result in the order in which they judge it: those that share nothing with its writer first. */
export function inOrderOfIndependence(readers: readonly Codec[], writer: Codec | undefined): Codec[] {
  const rank = (reader: Codec): number =>
    writer === undefined ? 0 : Number(sharesLibrary(reader, writer)) + Number(reader.id === writer.id);
  return [...readers].sort((a, b) => rank(a) - rank(b));
}
