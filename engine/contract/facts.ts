import type { FeatureSet } from '../formats/features.ts';
import type { FormatId } from '../formats/index.ts';
import type { CoverageFacts } from './coverage-facts.ts';
import type { FontFacts } from './font-facts.ts';
import type { ListingFacts } from './listing-facts.ts';
import type { MeshFacts } from './mesh-facts.ts';
import type { OutlineBlock } from './outline.ts';

/**
 * What a reader found in one file. The same facts serve three ends: before the conversion they tell the planner what
 * this very file has and the limits whether it may be decoded; after it, verification compares source and output.
 * Plain data: facts cross threads.
 */
export interface Facts {
  readonly format: FormatId;
  readonly sizeBytes: number;
  /** Which reader looked (a codec id), so that the codec that wrote is never its own judge. */
  readonly reader: string;
  /** How far it looked: `content` decoded it, `structure` opened and counted, `signature` knows only the magic. */
  readonly depth: 'content' | 'structure' | 'signature';
  /** What this very file has, a subset of what its format can carry. */
  readonly features: FeatureSet;
  /** The reader knows its format, but not how this very file is stored: another one has to look. */
  readonly isUnread?: true;
  readonly encrypted?: boolean;
  /** The file ends too early, and the facts are those of what is left: only that can be converted. */
  readonly isTruncated?: true;
  /** Programs of its own are in the file; nothing here runs them. */
  readonly macros?: true;
  /** A large workbook that shows nothing but its values; what else there is need not be kept. */
  readonly plainSheets?: true;
  readonly raster?: RasterFacts;
  readonly media?: MediaFacts;
  readonly document?: DocumentFacts;
  readonly records?: RecordFacts;
  /** The sheets of a workbook in their order, or the one table of a text file. */
  readonly sheets?: readonly SheetFacts[];
  /** Names of a workbook that stand for cells or formulas; absent where its reader does not tell. */
  readonly definedNames?: readonly string[];
  /** The lines of delimited text as the rows of a sheet. */
  readonly grid?: GridFacts;
  readonly archive?: ArchiveFacts;
  readonly cues?: CueFacts;
  readonly book?: BookFacts;
  readonly pdf?: PdfFacts;
  readonly formula?: FormulaFacts;
  /** The messages of a file: one, or those of a mailbox in their order. */
  readonly mail?: readonly MailFacts[];
  /** The fonts of a font file: one, or those of a collection in their order. */
  readonly fonts?: readonly FontFacts[];
  readonly mesh?: MeshFacts;
  readonly coverage?: CoverageFacts;
  readonly listing?: ListingFacts;
  readonly score?: ScoreFacts;
}

export interface RasterFacts {
  /** Pixels as a viewer shows them: after the EXIF orientation. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly sequence: 'single' | 'pages' | 'animation';
  readonly alpha: boolean;
  readonly bitsPerChannel: number;
  /** In which they are stored, where that is known to be more than the image uses. */
  readonly storedBits?: number;
  /** Milliseconds a frame is shown, one number a frame. */
  readonly delaysMs?: readonly number[];
  /** Times the animation plays; 0 is for ever. */
  readonly loops?: number;
  readonly hasIccProfile?: boolean;
  /** Checksum of the profile. */
  readonly profile?: number;
  readonly pixelsPerInch?: number;
  /** Width of a pixel in its heights, as it is shown; absent where pixels are square, or nothing says so. */
  readonly pixelShape?: number;
  /** Its colours are amounts of inks (CMYK). */
  readonly inks?: true;
  /** CMYK without a profile: nothing says what its colours look like, and readers assume different ones. */
  readonly coloursAssumed?: true;
  readonly hasExif?: boolean;
  /** Small sRGB images of sampled frames, flattened on white, for comparing content. */
  readonly thumbnails?: readonly Thumbnail[];
}

/** `rgb` holds width × height × 3 bytes, row by row; `frame` counts from 0. */
export interface Thumbnail {
  readonly frame: number;
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
  /** Opacity before the flattening, width × height bytes; absent when everything is opaque. */
  readonly alpha?: Uint8Array;
  /** How much the lightness varies within each cell (standard deviation), width × height bytes: tells a blurred image. */
  readonly detail?: Uint8Array;
  /** Drawn for this alone, smaller than the result of a conversion. */
  readonly isDrawnSmall?: true;
  /** Pixels of the frame or page itself, as a viewer shows it: pages may differ in size. */
  readonly imageWidth?: number;
  readonly imageHeight?: number;
}

/** What a codec found in its source while it converted it: the source need not have been inspected that far before. */
export interface Inspected {
  readonly thumbnails?: readonly Thumbnail[];
  readonly archive?: ArchiveFacts;
}

export interface MediaFacts {
  readonly durationMs: number;
  readonly tracks: readonly TrackFacts[];
  readonly tags: Readonly<Record<string, string>>;
  readonly chapters?: number;
}

export interface TrackFacts {
  readonly kind: 'audio' | 'video' | 'subtitle' | 'cover';
  readonly codec: string;
  readonly durationMs?: number;
  /** Video: pixels as a player shows them, after rotation. */
  readonly width?: number;
  readonly height?: number;
  readonly framesPerSecond?: number;
  /** Frames or packets counted, when the reader walked the stream. */
  readonly packets?: number;
  /** Video: when each image is first shown, in milliseconds, rising; when the reader walked the stream and it is short. */
  readonly shownMs?: readonly number[];
  readonly channels?: number;
  readonly sampleRate?: number;
  /** Audio: bits of one sample, for uncompressed and lossless codecs. */
  readonly bitsPerSample?: number;
  readonly language?: string;
  /** When it begins to play, in milliseconds; when the reader knows it. */
  readonly startMs?: number;
  /** What players are told of it, such as `default`, `forced`; when the reader knows it. */
  readonly marks?: readonly string[];
}

/** What a recording of a score must and may play. */
export interface ScoreFacts {
  /** Milliseconds, rising, from which on something is heard within half a second: where notes begin that are loud enough. */
  readonly heardMs: Float64Array;
  /** Starts and ends, in turn and rising, of the spans in which something may be heard: keys or pedals are held. */
  readonly soundingMs: Float64Array;
}

/** Codecs of subtitles that are images of text. */
export const IMAGE_SUBTITLES: ReadonlySet<string> = new Set([
  'dvd_subtitle',
  'hdmv_pgs_subtitle',
  'dvb_subtitle',
  'xsub',
  'eia_608',
]);

export interface DocumentFacts {
  /** Absent where the format has no pages of its own (DOCX before layout, HTML). */
  readonly pages?: number;
  /**
   * The text in reading order, at most `limits.verifiedTextChars` characters. Pages are separated by `PAGE_BREAK`; text
   * without a fixed place (headers, footers, notes, text boxes) follows after `ASIDES_MARK` (observe/text.ts).
   */
  readonly text: string;
  /** The same block by block, where the reader knows how the document is built. */
  readonly blocks?: readonly OutlineBlock[];
  /**
   * The language has no grammar but how its programs read it: they may differ in how a text is built. Without `blocks`
   * it was read by its marks alone, so that a few words may be marks, or are at another place.
   */
  readonly isApproximate?: true;
  /** Text of the file that its pages do not show: speaker notes, hidden slides and sheets. */
  readonly unshown?: string;
  /**
   * Text that is on its pages and is none of theirs: nobody sees it (white on white, covered, clipped, beside the
   * page), or it is slanted as watermarks are.
   */
  readonly unseen?: string;
  /** Letters and symbols of formulas, which are no running text: a program may write them as it likes. */
  readonly formulas?: string;
  /** The headers and footers among the text: those of pages that the document does not have may be nowhere. */
  readonly margins?: string;
  /** What the document says that it is called, beside its text. */
  readonly title?: string;
  /** Slides that are hidden: `pages` does not count them, since nothing shows or prints them. */
  readonly hiddenPages?: number;
  /** The reader stopped early: text and counts are those of the beginning only. */
  readonly excerpt?: true;
  readonly figures: number;
  readonly links?: number;
  /** Where its links lead, of a format without blocks. */
  readonly addresses?: readonly string[];
  /** Of the figures, those in headers and footers. */
  readonly marginFigures?: number;
  /** Of the figures and links, those that its pages need not show: on hidden sheets, and where only a part is printed. */
  readonly unshownFigures?: number;
  readonly unshownLinks?: number;
  readonly tables?: number;
  readonly headings?: number;
  /** Of the headings, those that are the title of the document and no part of its outline. */
  readonly titles?: number;
  /** Share of its text that nobody reads as it is: white on nothing, or tiny; absent where there is none. */
  readonly faintShare?: number;
  /** Absent where the reader does not know the formatting of the text. */
  readonly textFormats?: TextFormats;
}

export interface TextFormats {
  /** Characters, without spaces, of each size in points. */
  readonly sizes: readonly (readonly [points: number, characters: number])[];
  /** Characters in white, whatever is behind them. */
  readonly white: number;
}

/** How a PDF keeps its appearance wherever and whenever it is opened. */
export interface PdfFacts {
  /** Part and level of PDF/A that its metadata claim, such as `2b`. */
  readonly archival?: string;
  /** Its colours have a profile that says what they mean. */
  readonly hasOutputIntent: boolean;
  /** Fonts that its visible text uses and that are not in it, of the pages that were read. */
  readonly foreignFonts: readonly string[];
  /** The pages that were read, from the first on. */
  readonly pages: readonly PageFacts[];
  readonly outline: readonly BookmarkFacts[];
  /** It has a structure tree. */
  readonly tagged?: true;
}

/** What one page shows, as a viewer turns it; lengths are points. */
export interface PageFacts {
  readonly width: number;
  readonly height: number;
  /** Quarters of a turn by which it is turned for that, clockwise. */
  readonly quarters?: number;
  /** Glyphs that somebody can read, without spaces. */
  readonly glyphs: number;
  /** How many of them are in each of 8 × 8 fields of the page, row by row. */
  readonly grid: readonly number[];
  /** Glyphs that nobody can read, by the reason; `clipped` and `tiny` ones, under 3 points, are among `glyphs` as well. */
  readonly unseen?: Readonly<Partial<Record<UnseenReason, number>>>;
  /** How many of them have each size, in points. */
  readonly sizes?: readonly (readonly [points: number, glyphs: number])[];
  /** White glyphs on something that is not white. */
  readonly white?: number;
  /** Glyphs that are not upright. */
  readonly turned?: Readonly<Partial<Record<Turn, number>>>;
  /** In drawing order. */
  readonly images: readonly ImageFacts[];
  /** Drawn lines, areas and shadings. */
  readonly paths: number;
  /** Its text line by line, in drawing order; cells and columns side by side are lines of their own. */
  readonly lines?: readonly TextLine[];
  readonly links: readonly LinkFacts[];
  /** Values of its form, field by field; absent where nothing is filled in. */
  readonly fields?: readonly string[];
  /** Its other annotations: subtype and text. */
  readonly notes?: readonly string[];
}

export type UnseenReason = 'invisible' | 'outside' | 'covered' | 'white' | 'clipped' | 'tiny';

/** Text that runs downwards, is upside down, runs upwards, or is written backwards. */
export type Turn = 'right' | 'over' | 'left' | 'mirrored';

export interface TextLine {
  readonly text: string;
  /** On the page turned so that most of its text is upright. */
  readonly box: ShownBox;
}

/** Left, top, width and height in whole points. */
export type ShownBox = readonly [left: number, top: number, width: number, height: number];

export interface ImageFacts {
  readonly box: ShownBox;
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Mean colours of 4 × 4 fields, row by row, red, green and blue; absent where too much had to be decoded for it. */
  readonly print?: readonly number[];
}

export interface LinkFacts {
  readonly box: ShownBox;
  readonly url?: string;
  /** Nothing that anybody can see is there. */
  readonly isBlank?: true;
  /** Of the same document, from 1. */
  readonly page?: number;
}

export interface BookmarkFacts {
  readonly title: string;
  /** From 1. */
  readonly level: number;
  readonly page?: number;
}

/**
 * What a value is. `long` is a number with more digits than floating point holds, and `nan` stands for all that it has
 * beside the numbers.
 */
export type ValueType = 'number' | 'long' | 'text' | 'boolean' | 'null' | 'nan' | 'date' | 'bytes' | 'list';

export interface RecordFacts {
  readonly rows: number;
  readonly columns: readonly string[];
  /** Scalar values, nested ones included. */
  readonly values: number;
  /** Digest of the rows in their order, each value in its text form; '' when only the head was read. */
  readonly digest: string;
  /** The reader stopped early: `rows` and `values` are those of the beginning only. */
  readonly excerpt?: true;
  /** The same where rows without any value do not count; absent when there are none of these. */
  readonly filled?: { readonly rows: number; readonly digest: string };
  /** The digest where blanks at the ends of texts do not count; absent when no text has any. */
  readonly trimmed?: string;
  /** The same of the first rows alone, so that large files can be compared by a sample. */
  readonly head?: { readonly rows: number; readonly digest: string };
  /** A hash of each row, of the first `MAX_HASHED_ROWS`; 0 for a row without any value. */
  readonly rowHashes?: Uint32Array;
  /** Cells of the first rows, to name differences: rows and cells are separated as `records/samples.ts` says. */
  readonly samples?: string;
  /** How many values of each type a column has, in the order of `columns`; absent where the format has texts alone. */
  readonly types?: readonly Readonly<Partial<Record<ValueType, number>>>[];
  /** Objects and lists inside of rows; absent where the reader does not tell. */
  readonly containers?: number;
}

/** The cells of a sheet by their places: arrays side by side with an element for each cell, row by row. */
export interface GridFacts {
  /** Indexes from 0 of the rows that have values. */
  readonly rows: Uint32Array;
  /** Where the cells of each row begin, and where those of the last one end. */
  readonly starts: Uint32Array;
  /** Indexes from 0. */
  readonly columns: Uint16Array;
  /** Hashes of the values as text. */
  readonly values: Uint32Array;
  /** What the cells hold (`workbook/cell-kinds.ts`). */
  readonly kinds: Uint8Array;
  /** The values of the first cells, separated by NUL. */
  readonly texts: string;
  readonly formulas?: GridFormulaFacts;
  /** The reader stopped early: these are the first rows. */
  readonly excerpt?: true;
  /** Then: how many rows have values in all, if it has counted them. */
  readonly totalRows?: number;
}

/** The formulas of a sheet whose reader tells them: arrays with an element for each formula. */
export interface GridFormulaFacts {
  /** Index of the cell among those of the grid, rising. */
  readonly cells: Uint32Array;
  /** Hashes of what a formula refers to, relative to its cell; 0 where programs write it in different terms. */
  readonly operands: Uint32Array;
  /** The first formulas, separated by NUL; empty where only the operands of one are told. */
  readonly texts: string;
}

/** What a sheet has beside the values of its cells. A field is absent where the reader does not tell. */
export interface SheetPartsFacts {
  /** Merged ranges such as `B2:D5`. */
  readonly merged?: readonly string[];
  /** Notes (comments) by the cell that they are about. */
  readonly notes?: Readonly<Record<string, string>>;
  /** Addresses by the cell that they are in. */
  readonly links?: Readonly<Record<string, string>>;
  /** Pairs of first and last index from 0, sorted. */
  readonly hiddenRows?: readonly number[];
  readonly hiddenColumns?: readonly number[];
  readonly charts?: number;
  readonly images?: number;
  /** Those of the images whose bytes every format keeps. */
  readonly keptImages?: readonly SheetImageFacts[];
  readonly validations?: number;
}

/** An image on a sheet. */
export interface SheetImageFacts {
  /** The cell that its upper left corner is in, where one is known; */
  readonly cell?: string;
  /** or where that corner is on the sheet, in millimetres. */
  readonly corner?: readonly [left: number, top: number];
  readonly type: 'png' | 'jpeg' | 'gif';
  readonly crc32: number;
}

/** One sheet of a workbook. */
export interface SheetFacts {
  /** Absent where the format has no names for sheets. */
  readonly name?: string;
  readonly hidden?: true;
  /** Cells with a value. */
  readonly values: number;
  /** Cells whose value is computed; absent where the format holds no formulas. */
  readonly formulas?: number;
  /** Pivot tables on it, whose cells every program lays out in its own way. */
  readonly pivots?: number;
  readonly grid?: GridFacts;
  readonly parts?: SheetPartsFacts;
  /** What the sheet is as a table of texts: its first row names the columns, dates and booleans are spelled out. */
  readonly records?: RecordFacts;
}

export interface CueFacts {
  readonly count: number;
  /** Of the first cues, in their order; absent when the file does not say how fast its clock runs. */
  readonly startsMs?: readonly number[];
  readonly endsMs?: readonly number[];
  /** The smallest step of the file's clock. */
  readonly resolutionMs: number;
  /** What the first cues say, white space made single. */
  readonly texts: readonly string[];
  /** Of each, its styles: `b` bold, `i` italic, `u` underlined, `s` struck out. */
  readonly runStyles?: readonly string[];
  /** Of each, the colours of its text that are not white. */
  readonly colours?: readonly (readonly string[])[];
  /** Whether the file says who speaks. */
  readonly speakers?: readonly boolean[];
}

/** One message. */
export interface MailFacts {
  /** From, to, cc, bcc, date and subject, as a reader shows them; empty where the message has none. */
  readonly headers: Readonly<Record<string, string>>;
  /** The text that it shows, or the beginning of a long one. */
  readonly body: string;
  readonly attachments: readonly {
    readonly name: string;
    readonly sizeBytes: number;
    readonly crc32: number;
    /** It is an image that the text shows. */
    readonly isShown?: true;
  }[];
  /** Addresses of the links of the body, and SHA-1 of its PNG, JPEG and GIF images, each in its order. */
  readonly links?: readonly string[];
  readonly images?: readonly string[];
}

/** A formula as MathML spells it. */
export interface FormulaFacts {
  readonly elements: number;
  /** Its identifiers, numbers and operators in their order, separated by spaces. */
  readonly text: string;
}

export interface ArchiveFacts {
  /** Files: folders and links do not count. */
  readonly entries: number;
  readonly expandedBytes: number;
  /** Everything in it, under safe paths; absent when the reader only counted. */
  readonly members?: readonly ArchiveMember[];
  /** Paths that are in it more than once; `members` has the last entry of each. */
  readonly repeated?: readonly string[];
}

export interface ArchiveMember {
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'link';
  readonly sizeBytes: number;
  /** Of the content; absent where the archive does not state it and the reader did not expand it. */
  readonly crc32?: number;
  /** Milliseconds since 1970. */
  readonly modifiedMs?: number;
  /** POSIX permission bits. */
  readonly mode?: number;
  /** Where a link leads. */
  readonly target?: string;
}

/** What a book is beside its text. */
export interface BookFacts {
  readonly title?: string;
  readonly authors: readonly string[];
  /** As the book writes it. */
  readonly date?: string;
  /** BCP 47. */
  readonly language?: string;
  /** Entries of its contents that lead into the book; absent where headings are all the contents there are. */
  readonly contents?: number;
  readonly hasCover?: boolean;
  /** Inner links that lead nowhere; absent when the reader did not follow them. */
  readonly brokenLinks?: number;
  /** SHA-256 of its JPEG, PNG and GIF images; absent when the reader did not open them. */
  readonly images?: readonly string[];
}
