/**
 * Every option of every conversion, declared once: validation, command-line flags, documentation and JSON Schema
 * come from this table. An edge names the options that it takes; the planner gives each to the last step that takes it.
 */
export const OPTIONS = {
  quality: { type: 'integer', min: 1, max: 100, help: 'Quality of a lossy target, 1 to 100; 100 is best.' },
  lossless: { type: 'boolean', help: 'Encode without loss where the target can (WebP, AVIF, JPEG XL).' },
  effort: {
    type: 'integer',
    min: 1,
    max: 10,
    help: 'Time that the encoder takes for a smaller file: 1 is fastest, 10 smallest.',
  },
  progressive: { type: 'boolean', help: 'Write so that an image shows coarsely before it is loaded (JPEG, PNG).' },
  targetSize: {
    type: 'integer',
    min: 1,
    max: 50_000,
    unit: 'kB',
    help: 'Size that the result must not exceed: the best quality that fits is searched.',
    ofResult: true,
  },
  colours: { type: 'integer', min: 2, max: 256, help: 'Colours of a palette (PNG, GIF) or of a traced drawing.' },
  width: { type: 'integer', min: 1, max: 32_767, unit: 'px', help: 'Width of the result; the height follows.' },
  height: { type: 'integer', min: 1, max: 32_767, unit: 'px', help: 'Height of the result; the width follows.' },
  fit: {
    type: 'choice',
    choices: ['inside', 'cover', 'fill'],
    help: 'How width and height together are met: inside keeps the proportions, cover crops, fill stretches.',
  },
  background: {
    type: 'colour',
    help: 'Colour under transparency when the target has none, as #rrggbb; white if absent.',
  },
  rotate: { type: 'choice', choices: ['90', '180', '270'], help: 'Degrees to rotate the image clockwise.' },
  colourSpace: {
    type: 'choice',
    choices: ['keep', 'srgb', 'grey'],
    help: 'Colours of the result: keep leaves the profile of the source where the target holds one, srgb converts.',
  },
  view: {
    type: 'choice',
    choices: ['angle', 'front', 'back', 'left', 'right', 'top', 'bottom'],
    help: 'From where a 3D model is looked at; angle, from the front right and above, if absent.',
  },
  relief: {
    type: 'choice',
    choices: ['shaded', 'grey'],
    help: 'How a grid of heights is drawn: shaded, in colours with light from the north-west, if absent; grey, the higher the lighter.',
  },
  modelColour: { type: 'colour', help: 'Colour of a 3D model in an image, as #rrggbb; its own colours if absent.' },
  turntable: {
    type: 'number',
    min: 0.5,
    max: 20,
    unit: 's',
    help: 'Turn a 3D model around once in so many seconds, as an animation or a video.',
  },
  asText: { type: 'boolean', help: 'Write a 3D model as text where the target is usually binary (STL, PLY).' },
  sizes: {
    type: 'integers',
    min: 16,
    max: 1024,
    maxCount: 16,
    unit: 'px',
    help: 'Sides of the images in an icon, such as 16,32,256.',
  },
  pageSize: {
    type: 'choice',
    choices: ['picture', 'a4', 'a5', 'letter', 'legal'],
    help: 'Paper size of a PDF. With `picture`, the page of an image is as large as the image.',
  },
  landscape: { type: 'boolean', help: 'Lay the paper on its longer side.' },
  margin: { type: 'number', min: 0, max: 80, unit: 'mm', help: 'White space around the text of a page.' },
  fontSize: {
    type: 'number',
    min: 5,
    max: 32,
    unit: 'pt',
    help: 'Size of the running text where the source says none.',
  },
  toc: { type: 'boolean', help: 'Begin with a table of contents.' },
  numberSections: { type: 'boolean', help: 'Number the headings.' },
  dialect: {
    type: 'choice',
    choices: ['gfm', 'commonmark', 'pandoc', 'multimarkdown', 'phpextra', 'strict'],
    help: 'Dialect of Markdown: of the source, or of the result when that is Markdown.',
    ofFormats: ['md'],
  },
  bibliography: {
    type: 'text',
    maxLength: 1_000_000,
    help: 'Sources that the text cites by their keys: the text of a BibTeX, CSL JSON, CSL YAML or RIS file.',
    ofSource: true,
  },
  citationStyle: {
    type: 'text',
    maxLength: 500_000,
    help: 'Style of citations and sources: the text of a CSL file; Chicago with authors and dates if absent.',
    ofSource: true,
  },
  pdfStandard: {
    type: 'choice',
    choices: ['pdf-1.7', 'pdfa-1b', 'pdfa-2b', 'pdfa-3b'],
    help: 'Standard that the PDF follows: PDF/A is for archives, with every font inside.',
  },
  stripLocation: { type: 'boolean', help: 'Remove the position (GPS) from the metadata and leave the rest.' },
  strip: { type: 'boolean', help: 'Remove metadata (EXIF with its position, XMP, tags); colour profiles stay.' },
  pages: { type: 'pages', help: 'Pages or frames to take, counted from 1: 3, 1-4 or 1,3-5.' },
  dpi: {
    type: 'integer',
    min: 36,
    max: 600,
    unit: 'dpi',
    help: 'Resolution when pages are rendered; of an image, the one that it says.',
  },
  audioBitrate: { type: 'integer', min: 8, max: 512, unit: 'kbit/s', help: 'Bit rate of lossy audio.' },
  sampleRate: { type: 'integer', min: 8_000, max: 192_000, unit: 'Hz', help: 'Sample rate of the audio.' },
  channels: { type: 'integer', min: 1, max: 8, help: 'Number of audio channels.' },
  videoBitrate: { type: 'integer', min: 50, max: 50_000, unit: 'kbit/s', help: 'Bit rate of the video.' },
  fps: {
    type: 'number',
    min: 0.1,
    max: 120,
    unit: 'fps',
    help: 'Frames a second of the video; 0.2 shows each of several images for five seconds.',
  },
  videoCodec: {
    type: 'choice',
    choices: ['h264', 'vp9', 'vp8', 'mpeg4', 'mpeg2', 'theora', 'mjpeg', 'prores', 'ffv1'],
    help: 'Video codec, of those that the target holds.',
  },
  audioCodec: {
    type: 'choice',
    choices: ['aac', 'mp3', 'opus', 'vorbis', 'flac', 'alac', 'ac3', 'eac3', 'mp2', 'pcm'],
    help: 'Audio codec, of those that the target holds.',
  },
  mute: { type: 'boolean', help: 'Leave out the audio of a video.' },
  normalise: { type: 'boolean', help: 'Normalise the audio to the usual loudness of −16 LUFS.' },
  volume: {
    type: 'number',
    min: -60,
    max: 40,
    unit: 'dB',
    help: 'Raise the volume or, below zero, lower it; 6 dB double it. What is too loud for the result is clipped.',
  },
  language: {
    type: 'text',
    maxLength: 35,
    help: 'Language of the track to take where the target holds only one of several, such as en or deu.',
  },
  crs: {
    type: 'text',
    maxLength: 80,
    help: 'Reference system of the coordinates of a map, such as EPSG:25832 or UTM 32N; degrees of WGS 84 if absent.',
  },
  sourceCrs: {
    type: 'text',
    maxLength: 80,
    help: 'Reference system of the coordinates of a drawing (DXF) or table that becomes a map, such as EPSG:25832 or UTM 32N.',
  },
  start: { type: 'number', min: 0, max: 86_400, unit: 's', help: 'Where to begin.' },
  duration: { type: 'number', min: 0.04, max: 86_400, unit: 's', help: 'How much to take.' },
  end: { type: 'number', min: 0.04, max: 86_400, unit: 's', help: 'Where to end, instead of a duration.' },
  salvage: {
    type: 'boolean',
    help: 'Whether what is left of a truncated audio or video file is converted; false refuses the file.',
    ofSource: true,
  },
  barcode: {
    type: 'choice',
    choices: [
      ...(['any', 'qr', 'microqr', 'datamatrix', 'aztec', 'pdf417'] as const),
      ...(['code128', 'code39', 'itf', 'codabar', 'ean13', 'ean8', 'upca'] as const),
    ],
    help: 'Write the text as a bar code of this kind, or read the codes of an image; any reads all kinds and writes a QR code.',
  },
  theme: {
    type: 'choice',
    choices: [
      'github-light',
      'github-dark',
      'light-plus',
      'dark-plus',
      'solarized-light',
      'solarized-dark',
      'one-light',
      'one-dark-pro',
      'min-light',
      'monokai',
      'dracula',
      'nord',
      'tokyo-night',
    ],
    help: 'Colours of source code.',
  },
  syntax: {
    type: 'text',
    maxLength: 32,
    help: 'Language of source code, such as python or rust, where the file name does not tell.',
    ofSource: true,
  },
  delimiter: {
    type: 'choice',
    choices: [',', ';', 'tab', '|'],
    help: 'Separator of the CSV that is written.',
    ofFormats: ['csv', 'tsv'],
  },
  escapeFormulas: {
    type: 'boolean',
    help: 'Set an apostrophe before texts of the CSV that spreadsheet programs would run as formulas.',
    ofFormats: ['csv', 'tsv'],
  },
  encoding: {
    type: 'choice',
    choices: [
      'utf-8',
      'utf-16le',
      'utf-16be',
      'windows-1250',
      'windows-1251',
      'windows-1252',
      'windows-1253',
      'windows-1254',
      'windows-1255',
      'windows-1256',
      'windows-1257',
      'windows-1258',
      'windows-874',
      'koi8-r',
      'iso-8859-2',
      'shift_jis',
      'euc-jp',
      'euc-kr',
      'gb18030',
      'big5',
    ],
    help: 'How the text of the source is encoded, when it does not say so itself and is not recognised.',
    ofSource: true,
  },
  password: { type: 'text', maxLength: 256, help: 'Password of an encrypted source.', ofSource: true },
  mode: {
    type: 'choice',
    choices: ['flow', 'exact', 'text'],
    help: 'Word document of a PDF: flow can be edited best, exact keeps every line at its place, text is the text alone.',
  },
  embedFonts: {
    type: 'choice',
    choices: ['auto', 'never'],
    help: 'Fonts of a PDF that Word lacks: auto embeds those whose licence allows it, never takes similar ones.',
  },
  ocr: {
    type: 'boolean',
    help: 'Recognise the text that images and scanned pages show; if absent, of PDFs whose pages have no text at all.',
    ofSource: true,
  },
  ocrLanguage: {
    type: 'text',
    maxLength: 32,
    help: 'Languages of the text that is recognised, such as eng or deu+eng; English if absent.',
  },
  encrypt: { type: 'text', maxLength: 127, help: 'Encrypt the PDF, the ZIP or the 7z: the password that opens it.' },
  ownerPassword: {
    type: 'text',
    maxLength: 127,
    help: 'Restrict the PDF: it opens, but only this password allows to change it or to copy from it.',
  },
  subset: {
    type: 'text',
    maxLength: 10_000,
    help: 'Characters that a font keeps: the characters themselves, or ranges such as U+0020-007E,U+00A0-00FF.',
  },
  split: {
    type: 'text',
    maxLength: 2000,
    help: 'Parts into which a PDF is split, a range of pages each, such as 1-3,4,5-9; or each, for one part a page.',
  },
} as const satisfies Record<string, OptionDeclaration>;

export type OptionDeclaration = {
  readonly help: string;
  readonly unit?: string;
  /** Describes the source: only the step that opens it can take it. */
  readonly ofSource?: true;
  /** Describes the result: only the step that writes it can take it. */
  readonly ofResult?: true;
  /** Formats that it is about: only the step that opens a source or writes a result of one of them can take it. */
  readonly ofFormats?: readonly string[];
} & (
  | { readonly type: 'integer' | 'number'; readonly min: number; readonly max: number }
  | { readonly type: 'boolean' | 'colour' | 'pages' }
  | { readonly type: 'integers'; readonly min: number; readonly max: number; readonly maxCount: number }
  | { readonly type: 'text'; readonly maxLength: number }
  | { readonly type: 'choice'; readonly choices: readonly string[] }
);

export type OptionId = keyof typeof OPTIONS;

type ValueOf<D> = D extends { type: 'integer' | 'number' }
  ? number
  : D extends { type: 'integers' }
    ? readonly number[]
    : D extends { type: 'boolean' }
      ? boolean
      : D extends { type: 'choice'; choices: readonly (infer C)[] }
        ? C
        : string;

/** Values by option, each of the option's own type; validated by `parseOptions` before anything runs. */
export type OptionValues = { readonly [Id in OptionId]?: ValueOf<(typeof OPTIONS)[Id]> };
