import type { RunContext } from '../../contract/codec.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';
import { heldEntries, type Texts } from '../../content/listing/held.ts';
import type { Listing } from '../../content/listing/model.ts';
import { cellsOfEntry } from '../../content/listing/rows.ts';

/** Names that a message lists. */
const MOST_NAMED = 8;

/** Tells which values the target has no place for. */
export function tellDropped({ entries }: Listing, to: FormatId, context: RunContext): void {
  const dropped = new Map<string, number>();
  let missing = 0;
  for (const entry of entries) {
    const cells = cellsOfEntry(entry);
    const texts: Texts = new Map(
      Array.from({ length: cells.length / 2 }, (_, at) => [cells[2 * at]!, cells[2 * at + 1]!]),
    );
    const written = heldEntries(texts, to);
    if (written.length === 0) missing++;
    const held = new Set(written.flatMap((each) => [...each.keys()]));
    const kept = new Set(written.flatMap((each) => [...each.values()]));
    for (const [name, text] of texts)
      if (text !== '' && !held.has(name) && !kept.has(text)) dropped.set(name, (dropped.get(name) ?? 0) + 1);
  }
  if (missing > 0)
    context.warn({
      code: 'feature_dropped',
      message: `${formatOf(to).name} has no place for entries such as ${missing} of this file, which are left out.`,
      details: { entries: missing },
    });
  if (dropped.size === 0) return;
  const named = [...dropped.keys()].slice(0, MOST_NAMED).join(', ');
  context.warn({
    code: 'feature_dropped',
    message: `${formatOf(to).name} has no place for some values, which are left out: ${named}${dropped.size > MOST_NAMED ? ', …' : ''}.`,
    details: Object.fromEntries([...dropped].slice(0, MOST_NAMED)),
  });
}
