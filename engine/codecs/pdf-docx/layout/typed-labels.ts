import { isBlank } from '../../../content/pages/model.ts';
import type { Paragraph } from './blocks.ts';
import type { ListDefinition, ListItem } from './lists.ts';
import { tagOf } from './rows.ts';
import type { Segment } from './segment.ts';
import { TYPED_LABELS } from '../thresholds/lists.ts';

const { SAME_GAP, SAME_EDGE } = TYPED_LABELS;

/** Bullets that every keyboard has. */
const TYPED_BULLET = /^[-\u2013\u2014*]$/;

/**
 * The lists without those whose numbers or dashes are words of the text: typed with a space behind them, in paragraphs
 * that wrap back below them. Lists of short items only are typed where the longer items of the document are.
 */
export function withoutTypedLabels(lists: ReadonlyMap<Paragraph, ListItem>): Map<Paragraph, ListItem> {
  const typable = [...lists].filter(([, { list }]) => list.kind === 'number' || TYPED_BULLET.test(list.character));
  const isUsual = balanceOf(typable.map(([paragraph]) => paragraph)) > 0;
  const typed = new Set<ListDefinition>();
  for (const [list, items] of Map.groupBy(typable, ([, item]) => item.list)) {
    const members = items.map(([paragraph]) => paragraph);
    const apart = members.filter(standsApart);
    if (2 * apart.length > members.length || members.some((member) => tagOf(member)?.listItem)) continue;
    const balance = balanceOf(members);
    if (balance > 0 || (balance === 0 && isUsual)) typed.add(list);
  }
  return new Map([...lists].filter(([, { list }]) => !typed.has(list)));
}

/** Whether more room is behind the label than between the words of its line, which may be stretched. */
function standsApart({ label, rows }: Paragraph): boolean {
  if (!label?.apart) return false;
  const [{ glyphs, size }] = rows[0]!.segments as [Segment];
  const words = glyphs.filter((glyph) => !isBlank(glyph));
  const widest = words.reduce((gap, { x0 }, index) => Math.max(gap, x0 - (words[index - 1]?.x1 ?? x0)), 0);
  return label.textX0 - label.x1 > widest + SAME_GAP * size;
}

/** How many more of the items wrap back below their labels than hang behind them. */
function balanceOf(items: readonly Paragraph[]): number {
  return items.reduce((balance, item) => balance + Number(wrapsTo(item, item.label?.x0)) - Number(hangs(item)), 0);
}

const hangs = (item: Paragraph): boolean => wrapsTo(item, item.label?.textX0);

function wrapsTo({ rows }: Paragraph, edge: number | undefined): boolean {
  return edge !== undefined && rows.length > 1 && rows.slice(1).every(({ x0 }) => Math.abs(x0 - edge) < SAME_EDGE);
}
