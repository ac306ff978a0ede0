import type { Feature } from '../formats/features.ts';

/**
 * Every kind of difference between a source and its result. `refuse` makes a result wrong or useless, `tell` is small
 * and exact: the severity of a kind is where it starts from, and a single difference may say otherwise. `subject` and
 * `fault` are its words: "Row 12 of table 2 on page 3 is missing".
 */
const DIFFERENCES = {
  // Any kind of content.
  result_blank: { severity: 'refuse', subject: 'result', fault: 'is empty, though the source is not' },
  result_incomplete: { severity: 'refuse', subject: 'result', fault: 'is incomplete' },
  result_unchecked: { severity: 'tell', subject: 'result', fault: 'is too complex to be compared with the source' },
  text_missing: { severity: 'refuse', subject: 'text', fault: 'is missing' },
  text_added: { severity: 'tell', subject: 'text', fault: 'was added' },
  text_changed: { severity: 'refuse', subject: 'text', fault: 'is different' },
  text_order: { severity: 'refuse', subject: 'text', fault: 'is at another place' },
  number_changed: { severity: 'refuse', subject: 'number', fault: 'is different' },
  encoding_changed: { severity: 'refuse', subject: 'text', fault: 'is in the wrong character encoding' },
  // Images.
  image_count: { severity: 'refuse', subject: 'number of images', fault: 'is different' },
  image_size: { severity: 'refuse', subject: 'size of the image', fault: 'is different' },
  pixels_changed: { severity: 'refuse', subject: 'image', fault: 'looks different' },
  pixels_part_changed: { severity: 'refuse', subject: 'image', fault: 'looks different in one part' },
  image_turned: { severity: 'refuse', subject: 'image', fault: 'is turned or mirrored' },
  image_colours: { severity: 'refuse', subject: 'image', fault: 'has lost colour' },
  image_blurred: { severity: 'refuse', subject: 'image', fault: 'is blurred' },
  image_rough: { severity: 'refuse', subject: 'image', fault: 'has noise that the source does not have' },
  image_alpha: { severity: 'refuse', subject: 'transparency', fault: 'is different' },
  image_depth: { severity: 'refuse', subject: 'bit depth', fault: 'is less' },
  image_profile: { severity: 'refuse', subject: 'colour profile', fault: 'is missing' },
  image_metadata: { severity: 'refuse', subject: 'metadata', fault: 'is missing' },
  image_resolution: { severity: 'tell', subject: 'resolution', fault: 'is different' },
  frame_order: { severity: 'refuse', subject: 'frame', fault: 'shows another frame' },
  image_frozen: { severity: 'refuse', subject: 'frame', fault: 'does not move where the source does' },
  image_timing: { severity: 'refuse', subject: 'frame timing', fault: 'is different' },
  image_loops: { severity: 'refuse', subject: 'number of loops', fault: 'is different' },
  barcode_changed: { severity: 'refuse', subject: 'bar code', fault: 'cannot be read again or says something else' },
  // Documents.
  paragraph_missing: { severity: 'refuse', subject: 'paragraph', fault: 'is missing' },
  paragraph_repeated: { severity: 'refuse', subject: 'paragraph', fault: 'is there more often' },
  paragraph_order: { severity: 'refuse', subject: 'paragraph', fault: 'is at another place' },
  number_missing: { severity: 'refuse', subject: 'number', fault: 'is missing' },
  heading_level: { severity: 'refuse', subject: 'heading', fault: 'has another level' },
  heading_plain: { severity: 'refuse', subject: 'heading', fault: 'is no heading any more' },
  list_box: { severity: 'refuse', subject: 'list item', fault: 'has another state of its box to tick' },
  list_kind: { severity: 'refuse', subject: 'list item', fault: 'belongs to another kind of list' },
  list_label: { severity: 'tell', subject: 'list item', fault: 'has another number' },
  list_level: { severity: 'tell', subject: 'list item', fault: 'is at another level' },
  style_missing: { severity: 'tell', subject: 'style', fault: 'is missing' },
  list_plain: { severity: 'refuse', subject: 'list item', fault: 'is no list item any more' },
  table_plain: { severity: 'refuse', subject: 'table', fault: 'is no table any more' },
  table_row_repeated: { severity: 'refuse', subject: 'row', fault: 'is there more often' },
  table_cell_missing: { severity: 'refuse', subject: 'cell', fault: 'is missing' },
  table_cell_changed: { severity: 'refuse', subject: 'cell', fault: 'is different' },
  table_cell_cover: { severity: 'tell', subject: 'cell', fault: 'no longer covers several columns or rows' },
  table_cell_order: { severity: 'refuse', subject: 'cell', fault: 'is at another place' },
  link_missing: { severity: 'refuse', subject: 'link', fault: 'is missing' },
  link_target: { severity: 'refuse', subject: 'link', fault: 'leads elsewhere' },
  note_missing: { severity: 'refuse', subject: 'note', fault: 'is missing' },
  note_mark: { severity: 'refuse', subject: 'note', fault: 'is referred to elsewhere' },
  header_missing: { severity: 'refuse', subject: 'header or footer', fault: 'is missing' },
  image_missing: { severity: 'refuse', subject: 'image', fault: 'is missing' },
  image_changed: { severity: 'refuse', subject: 'image', fault: 'is another image' },
  image_order: { severity: 'refuse', subject: 'image', fault: 'is at another place' },
  // Pages.
  page_missing: { severity: 'refuse', subject: 'page', fault: 'is missing' },
  page_added: { severity: 'refuse', subject: 'page', fault: 'was added' },
  page_moved: { severity: 'refuse', subject: 'page', fault: 'is at another place' },
  page_resized: { severity: 'refuse', subject: 'page', fault: 'has another size' },
  page_turned: { severity: 'refuse', subject: 'page', fault: 'is turned' },
  text_not_visible: { severity: 'refuse', subject: 'text', fault: 'cannot be seen' },
  text_tiny: { severity: 'refuse', subject: 'text', fault: 'is too small to be read' },
  text_size: { severity: 'refuse', subject: 'text', fault: 'has another size' },
  text_turned: { severity: 'refuse', subject: 'text', fault: 'is not upright' },
  text_moved: { severity: 'refuse', subject: 'text', fault: 'is at another place' },
  page_look: { severity: 'tell', subject: 'page', fault: 'looks different in one part' },
  drawing_missing: { severity: 'refuse', subject: 'drawing', fault: 'is missing' },
  outline_changed: { severity: 'refuse', subject: 'outline', fault: 'is different' },
  form_value: { severity: 'refuse', subject: 'field', fault: 'has another value' },
  annotation_missing: { severity: 'refuse', subject: 'annotation', fault: 'is missing' },
  tags_missing: { severity: 'tell', subject: 'structure tree', fault: 'is missing' },
  // Timelines.
  track_silent: { severity: 'refuse', subject: 'track', fault: 'is silent' },
  track_language: { severity: 'refuse', subject: 'track', fault: 'has another language' },
  track_offset: { severity: 'refuse', subject: 'track', fault: 'starts at another time' },
  track_disposition: { severity: 'tell', subject: 'track', fault: 'is no longer marked as it was' },
  channel_silent: { severity: 'refuse', subject: 'track', fault: 'has a silent channel' },
  channels_exchanged: { severity: 'refuse', subject: 'track', fault: 'has its channels exchanged' },
  audio_missing: { severity: 'refuse', subject: 'audio', fault: 'is missing' },
  audio_added: { severity: 'refuse', subject: 'audio', fault: 'was added' },
  audio_changed: { severity: 'refuse', subject: 'audio', fault: 'is different' },
  level_changed: { severity: 'refuse', subject: 'audio', fault: 'is louder or quieter' },
  moment_shifted: { severity: 'refuse', subject: 'content', fault: 'is played at another time' },
  video_missing: { severity: 'refuse', subject: 'video', fault: 'is missing' },
  frame_changed: { severity: 'refuse', subject: 'video', fault: 'shows something else' },
  frame_frozen: { severity: 'refuse', subject: 'video', fault: 'does not move' },
  frames_reversed: { severity: 'refuse', subject: 'video', fault: 'runs in reverse' },
  brightness_changed: { severity: 'refuse', subject: 'video', fault: 'is darker or brighter' },
  // Cues.
  cue_missing: { severity: 'refuse', subject: 'cue', fault: 'is missing' },
  cue_added: { severity: 'refuse', subject: 'cue', fault: 'was added' },
  cue_text: { severity: 'refuse', subject: 'cue', fault: 'has another text' },
  cue_shifted: { severity: 'refuse', subject: 'cue', fault: 'is shown at another time' },
  cue_style: { severity: 'tell', subject: 'cue', fault: 'has lost its style' },
  // Archives.
  entry_missing: { severity: 'refuse', subject: 'entry', fault: 'is missing' },
  entry_added: { severity: 'refuse', subject: 'entry', fault: 'was added' },
  entry_renamed: { severity: 'refuse', subject: 'entry', fault: 'has another name' },
  entry_repeated: { severity: 'refuse', subject: 'entry', fault: 'is in the archive more than once' },
  entry_changed: { severity: 'refuse', subject: 'entry', fault: 'has another content' },
  entry_target: { severity: 'refuse', subject: 'entry', fault: 'is a link to another place' },
  entry_time: { severity: 'refuse', subject: 'entry', fault: 'has another time' },
  entry_mode: { severity: 'refuse', subject: 'entry', fault: 'has other permissions' },

  // Fonts.
  font_count: { severity: 'refuse', subject: 'number of fonts', fault: 'is different' },
  glyph_count: { severity: 'refuse', subject: 'number of glyphs', fault: 'is different' },
  character_missing: { severity: 'refuse', subject: 'character', fault: 'has no glyph' },
  character_added: { severity: 'refuse', subject: 'character', fault: 'was added' },
  glyph_changed: { severity: 'refuse', subject: 'glyph', fault: 'has another shape' },
  advance_changed: { severity: 'refuse', subject: 'glyph', fault: 'has another width' },
  kerning_changed: { severity: 'refuse', subject: 'kerning', fault: 'is different' },
  layout_changed: { severity: 'refuse', subject: 'layout features', fault: 'are different' },
  font_name: { severity: 'refuse', subject: 'name', fault: 'is different' },
  font_metric: { severity: 'refuse', subject: 'metrics', fault: 'are different' },
  font_axis: { severity: 'refuse', subject: 'axes of the variable font', fault: 'are different' },
  table_changed: { severity: 'refuse', subject: 'font table', fault: 'is different' },

  // 3D models.
  triangle_count: { severity: 'refuse', subject: 'number of triangles', fault: 'is different' },
  line_count: { severity: 'refuse', subject: 'number of lines', fault: 'is different' },
  point_count: { severity: 'refuse', subject: 'number of points', fault: 'is different' },
  object_count: { severity: 'refuse', subject: 'number of objects', fault: 'is different' },
  animation_count: { severity: 'refuse', subject: 'number of animations', fault: 'is different' },
  mesh_size: { severity: 'refuse', subject: 'model', fault: 'has another size or place' },
  mesh_shape: { severity: 'refuse', subject: 'model', fault: 'has another shape' },
  mesh_surface: { severity: 'refuse', subject: 'surface of the model', fault: 'is larger or smaller' },
  mesh_volume: { severity: 'refuse', subject: 'volume of the model', fault: 'is different' },
  mesh_inverted: { severity: 'refuse', subject: 'surface of the model', fault: 'is lit from its inside' },
  mesh_colour: { severity: 'refuse', subject: 'colour of a part of the model', fault: 'is different' },
  texture_missing: { severity: 'refuse', subject: 'texture', fault: 'is missing' },
  texture_moved: { severity: 'refuse', subject: 'texture', fault: 'is at another place of the model' },

  // Mail.
  header_changed: { severity: 'refuse', subject: 'header', fault: 'is different' },
  body_missing: { severity: 'refuse', subject: 'body of the message', fault: 'is missing' },
  body_changed: { severity: 'refuse', subject: 'body of the message', fault: 'is different' },
  message_missing: { severity: 'refuse', subject: 'message', fault: 'is missing' },
  message_added: { severity: 'refuse', subject: 'message', fault: 'was added' },
  attachment_missing: { severity: 'refuse', subject: 'attachment', fault: 'is missing' },
  attachment_added: { severity: 'refuse', subject: 'attachment', fault: 'was added' },
  attachment_changed: { severity: 'refuse', subject: 'attachment', fault: 'is different' },
  // Workbooks.
  sheet_missing: { severity: 'refuse', subject: 'sheet', fault: 'is missing' },
  sheet_added: { severity: 'refuse', subject: 'sheet', fault: 'was added' },
  sheet_renamed: { severity: 'refuse', subject: 'sheet', fault: 'has another name' },
  sheet_order: { severity: 'tell', subject: 'sheet', fault: 'is at another place' },
  sheet_visibility: { severity: 'refuse', subject: 'sheet', fault: 'is not hidden or shown as it was' },
  row_missing: { severity: 'refuse', subject: 'row', fault: 'is missing' },
  row_added: { severity: 'refuse', subject: 'row', fault: 'was added' },
  row_moved: { severity: 'refuse', subject: 'row', fault: 'is at another place' },
  row_changed: { severity: 'refuse', subject: 'row', fault: 'is different' },
  cell_missing: { severity: 'refuse', subject: 'cell', fault: 'is empty' },
  cell_added: { severity: 'refuse', subject: 'cell', fault: 'was added' },
  cell_changed: { severity: 'refuse', subject: 'cell', fault: 'is different' },
  cell_type: { severity: 'refuse', subject: 'cell', fault: 'is of another type' },
  cell_visibility: { severity: 'refuse', subject: 'cell', fault: 'is not hidden or shown as it was' },
  number_format: { severity: 'refuse', subject: 'cell', fault: 'is shown in another number format' },
  formula_replaced: { severity: 'tell', subject: 'formula', fault: 'became its value' },
  formula_changed: { severity: 'refuse', subject: 'formula', fault: 'refers to other cells' },
  formats_unread: {
    severity: 'tell',
    subject: 'number formats',
    fault: 'were not read, and dates may be plain numbers',
  },
  merge_missing: { severity: 'tell', subject: 'merged range', fault: 'is no longer merged' },
  merge_added: { severity: 'tell', subject: 'merged range', fault: 'was not merged before' },
  comment_missing: { severity: 'refuse', subject: 'note', fault: 'is missing' },
  comment_changed: { severity: 'refuse', subject: 'note', fault: 'is different' },
  chart_missing: { severity: 'refuse', subject: 'chart', fault: 'is missing' },
  sheet_image_missing: { severity: 'refuse', subject: 'image', fault: 'is missing' },
  validation_missing: { severity: 'tell', subject: 'data validation', fault: 'is missing' },
  name_missing: { severity: 'tell', subject: 'defined name', fault: 'is missing' },
  // Records.
  record_missing: { severity: 'refuse', subject: 'record', fault: 'is missing' },
  record_added: { severity: 'refuse', subject: 'record', fault: 'was added' },
  record_changed: { severity: 'refuse', subject: 'record', fault: 'is different' },
  value_changed: { severity: 'refuse', subject: 'field', fault: 'is different' },
  value_missing: { severity: 'refuse', subject: 'field', fault: 'has no value' },
  value_added: { severity: 'refuse', subject: 'field', fault: 'has a value that the source does not have' },
  field_missing: { severity: 'refuse', subject: 'field', fault: 'is missing' },
  field_added: { severity: 'refuse', subject: 'field', fault: 'was added' },
  field_order: { severity: 'tell', subject: 'field', fault: 'is at another place' },
  field_type: { severity: 'refuse', subject: 'field', fault: 'has values of another type' },
  nan_lost: { severity: 'tell', subject: 'field', fault: 'has NaN or infinite values that became null or text' },
  null_changed: { severity: 'tell', subject: 'field', fault: 'has nulls that became something else' },
  nesting_lost: { severity: 'refuse', subject: 'nesting', fault: 'is lost' },
} as const satisfies Readonly<Record<string, DifferenceWords>>;

interface DifferenceWords {
  readonly severity: Severity;
  /** A key of `DifferencePlace` where there is one for it, or a noun. */
  readonly subject: string;
  readonly fault: string;
}

export type DifferenceKind = keyof typeof DIFFERENCES;

export const DIFFERENCE_KINDS = Object.keys(DIFFERENCES) as DifferenceKind[];

/** `refuse`: the result is wrong or useless. `tell`: it is returned, and the difference is in its report. */
type Severity = 'refuse' | 'tell';

/** One difference between what the source says and what the result says. Plain data: it crosses threads and the API. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly severity: Severity;
  /** A sentence for people: "Row 12 of table 2 on page 3 is missing." */
  readonly message: string;
  readonly place: DifferencePlace;
  /** Texts have at most `MAX_VALUE_CHARS` characters. */
  readonly expected?: string | number;
  readonly found?: string | number;
  /** The feature that is lost by it, where it is one. */
  readonly feature?: Feature;
}

/** Where a difference is, from the outermost to the innermost. Numbers count from 1. */
export type DifferencePlace = Readonly<{
  /** Which of several outputs. */
  output?: number;
  /** The name of an entry, or the path of a file. */
  entry?: string;
  page?: number;
  slide?: number;
  /** Its name, or its number where it has none. */
  sheet?: string | number;
  chapter?: number;
  frame?: number;
  track?: number;
  /** Milliseconds from the start. */
  atMs?: number;
  cue?: number;
  message?: number;
  attachment?: string;
  table?: number;
  record?: number;
  row?: number;
  column?: number;
  /** As spreadsheets call it: `B3`. */
  cell?: string;
  /** The name or the path of a value in a record. */
  field?: string;
  paragraph?: number;
  heading?: number;
  item?: number;
  note?: number;
  image?: number;
  link?: number;
  line?: number;
  font?: number;
  /** A character or the name of a glyph. */
  glyph?: string;
}>;

/** Characters of a text that a difference quotes. */
export const MAX_VALUE_CHARS = 200;
/** Differences that a report lists; of more only their number is told. */
export const MAX_LISTED_DIFFERENCES = 50;

type About = Partial<Pick<Difference, 'expected' | 'found' | 'severity' | 'feature'>>;

export function difference(kind: DifferenceKind, place: DifferencePlace = {}, about: About = {}): Difference {
  const { feature, severity = DIFFERENCES[kind].severity } = about;
  const expected = quotable(about.expected);
  const found = quotable(about.found);
  return {
    kind,
    severity,
    message: describe(kind, place, { expected, found }),
    place,
    ...(expected !== undefined && { expected }),
    ...(found !== undefined && { found }),
    ...(feature && { feature }),
  };
}

function quotable(value: string | number | undefined): string | number | undefined {
  if (typeof value !== 'string' || value.length <= MAX_VALUE_CHARS) return value;
  return `${value.slice(0, MAX_VALUE_CHARS - 1)}…`;
}

/** Names of places that need more than their number, in the order of `DifferencePlace`, outermost first. */
const PLACES: Readonly<Record<keyof DifferencePlace, (value: string | number) => string>> = {
  output: (value) => `file ${value}`,
  entry: (value) => `"${value}"`,
  page: (value) => `page ${value}`,
  slide: (value) => `slide ${value}`,
  sheet: (value) => (typeof value === 'number' ? `sheet ${value}` : `sheet "${value}"`),
  chapter: (value) => `chapter ${value}`,
  frame: (value) => `frame ${value}`,
  track: (value) => `track ${value}`,
  atMs: (value) => `${(Number(value) / 1000).toFixed(2)} s`,
  cue: (value) => `cue ${value}`,
  message: (value) => `message ${value}`,
  attachment: (value) => `attachment "${value}"`,
  table: (value) => `table ${value}`,
  record: (value) => `record ${value}`,
  row: (value) => `row ${value}`,
  column: (value) => `column ${value}`,
  cell: (value) => `cell ${value}`,
  field: (value) => `field "${value}"`,
  paragraph: (value) => `paragraph ${value}`,
  heading: (value) => `heading ${value}`,
  item: (value) => `list item ${value}`,
  note: (value) => `note ${value}`,
  image: (value) => `image ${value}`,
  link: (value) => `link ${value}`,
  line: (value) => `line ${value}`,
  font: (value) => `font ${value}`,
  glyph: (value) => `glyph "${value}"`,
};

/** From the innermost to the outermost, as sentences name them. */
export const PLACE_NAMES = (Object.keys(PLACES) as (keyof DifferencePlace)[]).reverse();

const PREPOSITIONS: Partial<Record<keyof DifferencePlace, string>> = { page: 'on', slide: 'on', atMs: 'at' };

function describe(
  kind: DifferenceKind,
  place: DifferencePlace,
  { expected, found }: Pick<Difference, 'expected' | 'found'>,
): string {
  const { subject, fault }: DifferenceWords = DIFFERENCES[kind];
  const names = PLACE_NAMES.filter((name) => place[name] !== undefined);
  const own = names.find((name) => name === subject);
  const around = names.filter((name) => name !== own);
  const where = around.map((name) => ` ${PREPOSITIONS[name] ?? 'of'} ${PLACES[name](place[name]!)}`).join('');
  const what = own ? PLACES[own](place[own]!) : `the ${subject}`;
  const sentence = `${what}${where} ${fault}${valuesOf(expected, found)}.`;
  return sentence[0]!.toUpperCase() + sentence.slice(1);
}

function valuesOf(expected: Difference['expected'], found: Difference['found']): string {
  const values = [
    expected !== undefined && `expected ${quoted(expected)}`,
    found !== undefined && `found ${quoted(found)}`,
  ].filter((value) => value !== false);
  return values.length > 0 ? `: ${values.join(', ')}` : '';
}

function quoted(value: string | number): string {
  return typeof value === 'number' ? String(value) : `"${value}"`;
}
