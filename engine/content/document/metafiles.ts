/** A picture's record in a document of Word begins with its length, that of this header, and how the picture is kept. */
const HEADER_BYTES = 68;
const MODE_AT = 6;
/** Kept as a metafile itself, as a shape, and as a shape with the name of its file ([MS-DOC] 2.9.192). */
const METAFILE = 8;
const SHAPE = 0x64;
const NAMED_SHAPE = 0x66;
/** Records of Office drawings ([MS-ODRAW] 2.2): an entry of a store of pictures, and metafiles themselves. */
const STORE_ENTRY = 0xf007;
const METAFILE_RECORDS: ReadonlySet<number> = new Set([0xf01a, 0xf01b, 0xf01c]);
/** Types of pictures in an entry of a store: EMF, WMF and PICT. */
const METAFILE_TYPES: ReadonlySet<number> = new Set([2, 3, 4]);

/** Whether the entry of a store of pictures, without its header, is of a metafile: a drawing and no bitmap. */
export function isMetafileEntry(entry: Uint8Array): boolean {
  return METAFILE_TYPES.has(entry[0] ?? 0);
}

/** What is no bitmap among the pictures in the text of a Word document. */
interface OtherPictures {
  readonly metafiles: number;
  /** Shapes that show nothing: lines, and pictures that a writer could not encode. */
  readonly empty: number;
}

/** Counts pictures in the data stream of a Word document, as far as the stream can be followed. */
export function countOtherPictures(data: Uint8Array): OtherPictures {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let [metafiles, empty] = [0, 0];
  for (let at = 0; at + HEADER_BYTES + 8 <= data.byteLength;) {
    const length = view.getUint32(at, true);
    if (length < HEADER_BYTES || view.getUint16(at + 4, true) !== HEADER_BYTES) break;
    const kind = kindOf(data.subarray(at, at + length));
    if (kind === 'metafile') metafiles++;
    else if (kind === 'empty') empty++;
    at += length;
  }
  return { metafiles, empty };
}

function kindOf(picture: Uint8Array): 'metafile' | 'empty' | 'bitmap' {
  const view = new DataView(picture.buffer, picture.byteOffset, picture.byteLength);
  const mode = view.getUint16(MODE_AT, true);
  if (mode === METAFILE) return 'metafile';
  if (mode !== SHAPE && mode !== NAMED_SHAPE) return 'bitmap';
  const name = mode === NAMED_SHAPE ? 1 + (picture[HEADER_BYTES] ?? 0) : 0;
  const shape = HEADER_BYTES + name;
  if (shape + 8 > picture.byteLength) return 'bitmap';
  // The shape comes first, and behind it what it shows: nothing of a picture that is in a file of its own.
  const shown = shape + 8 + view.getUint32(shape + 4, true);
  if (shown === picture.byteLength && mode === SHAPE) return 'empty';
  if (shown + 9 > picture.byteLength) return 'bitmap';
  const type = view.getUint16(shown + 2, true);
  const isMetafile =
    METAFILE_RECORDS.has(type) || (type === STORE_ENTRY && isMetafileEntry(picture.subarray(shown + 8)));
  return isMetafile ? 'metafile' : 'bitmap';
}
