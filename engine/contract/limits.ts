const KiB = 1024;
const MiB = 1024 * KiB;

/**
 * Every limit of the engine, with its unit and its reason. `createEngine({ limits })` overrides single ones.
 * Codecs compare what `inspect` found with these before they decode.
 */
export const DEFAULT_LIMITS = {
  /** Bytes of one input: what the service accepts; an embedder may raise it. */
  inputBytes: 52_428_800,
  /** Bytes of all outputs of one conversion: ten times the largest input. */
  outputBytes: 512 * MiB,
  /** Pixels of one decoded raster, frames included: 100 MP is above every camera in use and 400 MB as RGBA. */
  pixels: 100_000_000,
  /** Pixels along one side of a raster: what libvips and most readers accept. */
  sidePixels: 32_767,
  /** Frames or pages of one raster file. */
  frames: 2_000,
  /** Pages of one document. */
  pages: 2_000,
  /** Cells of a workbook's print ranges: about a hundred thousand pages, or all of forty columns. */
  printedCells: 50_000_000,
  /** Glyphs of one page: a dense newspaper page has about 30,000. */
  glyphsPerPage: 200_000,
  /** Seconds of one audio or video stream: six hours. */
  mediaSeconds: 21_600,
  /** Events of one score: a symphony has a hundred thousand. */
  scoreEvents: 1_000_000,
  /** Tracks of one audio or video file: a video with thirty languages of sound and subtitles. */
  tracks: 64,
  /** Expanded bytes of a ZIP-based document or archive. */
  expandedBytes: 512 * MiB,
  /** Expanded ÷ packed size of one ZIP entry above 1 MiB: deflate cannot exceed about 1,032. */
  expansionRatio: 500,
  /** Entries of one archive. */
  entries: 10_000,
  /** Nesting depth of JSON, YAML or markup. */
  nesting: 256,
  /**
   * Elements of a page that stand within each other: parsers take a third of a second for so many, and the square
   * of that for more.
   */
  openElements: 1_000,
  /**
   * Markers that one paragraph of light markup leaves open, where a parser's time doubles with each of them: with sixteen
   * it takes six seconds and more.
   */
  openMarkers: 12,
  /**
   * Sum of the squares of the markers that each paragraph leaves open, where a parser tries every pair of them: 2,000 in
   * one paragraph take two to eight seconds.
   */
  openMarkerPairs: 4_000_000,
  /** Groups and environments of LaTeX that are not closed: with sixteen pandoc's reader takes twenty seconds. */
  openGroups: 10,
  /** Tokens that the macros of a text in LaTeX expand to: pandoc takes some seconds for so many. */
  expandedTokens: 400_000,
  /** Rounds of loops within each other in Typst's language: so many take half a minute. */
  loopRounds: 20_000_000,
  /** Milliseconds that the filters of a drawing take by their radii and layers, estimated before anything is drawn. */
  filterMs: 30_000,
  /** Characters of one XML part that a library reads into a tree: that takes about thirty times as much memory. */
  xmlChars: 48 * MiB,
  /** Values of one structured data file. */
  values: 20_000_000,
  /** Triangles, lines and points of one 3D model, wherever its scene places them: what takes about a gigabyte. */
  triangles: 8_000_000,
  /** Layers of one vector animation, wherever its compositions place them, and copies of one shape. */
  drawnLayers: 20_000,
  /** Milliseconds from dispatch to the end of one conversion. */
  deadlineMs: 120_000,
  /** Steps of one chain. */
  chainSteps: 8,
  /** Files that one step of a chain leaves to the next: the pages of a long report. */
  chainFiles: 200,
  /** Characters of text that verification compares: a book of 800 pages. */
  verifiedTextChars: 2_000_000,
} as const satisfies Record<string, number>;

export type Limits = { readonly [Name in keyof typeof DEFAULT_LIMITS]: number };

export { KiB, MiB };
