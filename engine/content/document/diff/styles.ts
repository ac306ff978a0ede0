import { difference, type Difference } from '../../../contract/differences.ts';
import type { DocumentFacts } from '../../../contract/facts.ts';
import type { OutlineBlock, StyledText } from '../../../contract/outline.ts';
import type { FormatId } from '../../../formats/index.ts';
import type { Pair } from './match.ts';
import { placeOf } from './places.ts';

/** Formats whose readers know how text is styled. */
const STYLED: ReadonlySet<FormatId> = new Set(['docx', 'odt', 'html', 'epub', 'md', 'pptx', 'odp', 'fb2']);
/** Characters of a word that is in a style on purpose. */
const MIN_STYLED = 4;
/** Share of a style that is left where programs differ in what they call a style of its own. */
const MIN_LEFT = 0.1;

/** Styles of which next to nothing is left, in paragraphs: headings and the first rows of tables have styles of their own. */
export function* diffStyles(
  pairs: readonly Pair[],
  blocks: readonly OutlineBlock[],
  to: FormatId,
): Generator<Difference> {
  if (!STYLED.has(to)) return;
  const own = pairs.filter(
    ({ source: { kind, cell, page }, result }) =>
      (page !== undefined && result.page !== undefined) ||
      (kind === 'paragraph' && (cell === undefined || cell[1] > 1)),
  );
  const results = new Set(pairs.map(({ result }) => result));
  for (const style of ['bold', 'italic'] as const) {
    const expected = own.reduce((sum, { source }) => sum + (source.styled?.[style] ?? 0), 0);
    const found = results.values().reduce((sum, { styled }) => sum + (styled?.[style] ?? 0), 0);
    if (expected >= MIN_STYLED && found < expected * MIN_LEFT)
      yield difference('style_missing', {}, { expected: style });
  }
  for (const { source, sourceIndex, result } of own) {
    const expected = valuesIn(source.styled);
    const found = valuesIn(result.styled);
    if (expected !== '' && source.marks === undefined && found === '' && /[\p{L}\p{N}]/u.test(expected)) {
      yield difference('style_missing', placeOf(blocks, sourceIndex), { expected: `raised ${expected}` });
      return;
    }
  }
}

function valuesIn(styled: StyledText | undefined): string {
  return styled?.raised?.normalize('NFKC') ?? '';
}

/** Share of a text that nobody can read from which on it is a bug, and up to which none of a source is. */
const MOST = 0.8;
const FEW = 0.4;

/** Text that is white on nothing, or tiny. On slides nothing is known of what is behind it. */
export function* diffFaint(source: DocumentFacts, found: readonly DocumentFacts[]): Generator<Difference> {
  const faint = found.some(({ faintShare = 0 }) => faintShare > MOST);
  if (!faint || (source.faintShare ?? 0) > FEW) return;
  const severity = found.some(({ pages }) => pages !== undefined) ? 'tell' : 'refuse';
  yield difference('text_not_visible', {}, { severity, found: 'white or tiny text' });
}

/** Points by which an image may be larger or smaller, and by which share of its proportions it may be stretched. */
const MAX_STRETCH = 0.15;
const MIN_SHOWN = 12;
/** Times by which an image may be larger or smaller than its format says: programs fit images into their pages. */
const MAX_SCALED = 2.5;
/** Points by which an image may be moved on its slide. */
const MAX_MOVED = 72;

/** Where an image is shown, if it is on a slide, and how large. */
interface Shown {
  readonly width: number;
  readonly height: number;
  readonly x?: number;
  readonly y?: number;
}

/** Images that are shown stretched, too small for anybody to see, or elsewhere on their slide. */
export function* diffShownSizes(
  source: readonly OutlineBlock[],
  result: readonly OutlineBlock[],
): Generator<Difference> {
  const sizes = new Map(
    result.flatMap(({ image, frame }) => {
      const shown: Shown | undefined = frame ?? image?.shown;
      return image?.hash && shown ? [[image.hash, shown] as const] : [];
    }),
  );
  for (const [index, { image, frame }] of source.filter((block) => block.image).entries()) {
    const { shown, hash, size } = image!;
    const other = hash === undefined ? undefined : sizes.get(hash);
    const expected = frame ?? shown ?? size;
    if (!other || !expected) continue;
    const stretch = Math.abs(Math.log(expected.width / expected.height / (other.width / other.height)));
    const isTiny =
      Math.max(other.width, other.height) < MIN_SHOWN && Math.max(expected.width, expected.height) > 3 * MIN_SHOWN;
    if (
      frame &&
      other.x !== undefined &&
      other.y !== undefined &&
      Math.hypot(frame.x - other.x, frame.y - other.y) > MAX_MOVED
    )
      yield difference('image_order', { image: index + 1 }, { severity: 'tell' });
    const isScaled =
      !frame && shown && image!.size && Math.abs(Math.log(shown.width / other.width)) > Math.log(MAX_SCALED);
    if (stretch > MAX_STRETCH || isTiny || isScaled)
      yield difference(
        'image_size',
        { image: index + 1 },
        {
          severity: 'tell',
          expected: nameOf(expected),
          found: nameOf(other),
        },
      );
  }
}

function nameOf({ width, height }: { readonly width: number; readonly height: number }): string {
  return `${Math.round(width)} × ${Math.round(height)}`;
}
