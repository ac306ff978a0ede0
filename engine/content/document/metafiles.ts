/** Types of pictures in an entry of a store ([MS-ODRAW] 2.2.32): EMF, WMF and PICT. */
const METAFILE_TYPES: ReadonlySet<number> = new Set([2, 3, 4]);

/** Whether the entry of a store of pictures, without its header, is of a metafile: a drawing and no bitmap. */
export function isMetafileEntry(entry: Uint8Array): boolean {
  return METAFILE_TYPES.has(entry[0] ?? 0);
}
