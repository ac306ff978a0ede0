import { difference, type Difference } from '../../../contract/differences.ts';
import { COMPUTED, type OutlineBlock } from '../../../contract/outline.ts';
import type { FormatId } from '../../../formats/index.ts';
import { normaliseText, wordsOf } from '../inspect-text.ts';
import { rangesOfBlocks, type Matching, type Pair } from './match.ts';
import { placeOf } from './places.ts';

const NUMBER = /^\d+$/;

/**
 * Numbers that fields show: a result that writes them as text has the same ones, beside the same words. Programs that
 * count pages again have others, and are told of.
 */
export function* diffFieldNumbers(matching: Matching): Generator<Difference> {
  const { source, result, places, used } = matching;
  const { words } = source.vocabulary;
  for (const [start, end] of rangesOfBlocks(source)) {
    const index = source.blockOf[start]!;
    const { text, computed } = source.blocks[index]!;
    if (computed === undefined) continue;
    let at = start;
    for (const { before, value } of fieldsOf(text, computed)) {
      at += wordsOf(normaliseText(before)).length;
      const last = at > start ? places[at - 1]! : -1;
      const place = last >= 0 ? last + 1 : at < end && places[at]! > 0 ? places[at]! - 1 : -1;
      if (place < 0 || used[place] || !NUMBER.test(value)) continue;
      const found = words[result.ids[place] ?? -1] ?? '';
      const isBeside = result.blockOf[place] === result.blockOf[last >= 0 ? last : place + 1];
      if (isBeside && NUMBER.test(found) && Number(found) !== Number(value))
        yield difference('number_changed', placeOf(source.blocks, index), { severity: 'tell', expected: value, found });
    }
  }
}

/** The values of the fields of a block, each with the text before it; nothing where texts do not tell them apart. */
function fieldsOf(text: string, computed: string): { readonly before: string; readonly value: string }[] {
  const pieces = text.split(COMPUTED);
  const fields: { before: string; value: string }[] = [];
  let from = pieces[0]!.length;
  for (const [index, before] of pieces.slice(0, -1).entries()) {
    const next = pieces[index + 1]!;
    const to = next === '' && index + 2 === pieces.length ? computed.length : computed.indexOf(next, from);
    if (to < from || (next === '' && to < computed.length)) return fields;
    fields.push({ before, value: computed.slice(from, to).trim() });
    from = to + next.length;
  }
  return fields;
}

/** Formats with headers and footers. */
const MARGINAL: ReadonlySet<FormatId> = new Set(['docx', 'odt']);

/** Headers that became footers, or the other way round; of what stands in both it cannot be known which is which. */
export function* diffEdges(pairs: readonly Pair[], source: readonly OutlineBlock[]): Generator<Difference> {
  const texts = Map.groupBy(source, ({ place, text }) => (place === 'margin' ? text.trim() : undefined));
  for (const { source: block, sourceIndex, result } of pairs) {
    if (!block.edge || !result.edge || block.edge === result.edge) continue;
    if (new Set(texts.get(block.text.trim())?.map(({ edge }) => edge)).size > 1) continue;
    const about = { severity: 'tell', expected: block.edge, found: result.edge } as const;
    yield difference('paragraph_order', placeOf(source, sourceIndex), about);
  }
}

/** Headers and footers that hold nothing but a field: the number of the page. */
export function* diffMarginFields(
  source: readonly OutlineBlock[],
  result: readonly OutlineBlock[],
  to: FormatId,
): Generator<Difference> {
  if (!MARGINAL.has(to)) return;
  const isField = ({ place, text }: OutlineBlock): boolean =>
    (place === 'margin' || place === 'unshown') && text.includes(COMPUTED);
  const expected = source.find((block) => isField(block) && wordsOf(block.text).length === 0);
  if (expected && !result.some(isField))
    yield difference('header_missing', {}, { severity: 'tell', expected: expected.computed ?? '' });
}
