import { formatOf, type FormatId } from '../index.ts';

/** What a file of this format may be read as too, the most specific first. */
export function alsoOf(format: FormatId): readonly FormatId[] {
  return (formatOf(format).isAlso ?? []) as readonly FormatId[];
}

/** Whether a file of this format may honestly be named as the other one. */
export function sharesName(format: FormatId, named: FormatId): boolean {
  return formatOf(format).namedLike === named;
}
