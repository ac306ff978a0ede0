import type { Difference } from '../../contract/differences.ts';
import type { DocumentFacts, Facts } from '../../contract/facts.ts';
import type { OutlineBlock } from '../../contract/outline.ts';
import type { Expectation } from '../../contract/report.ts';
import { matchWords } from './diff/match.ts';
import { diffText } from './diff/text.ts';
import { blocksOf, Vocabulary } from './diff/words.ts';

export function* diffDocuments(source: Facts, outputs: readonly Facts[], expectation: Expectation): Generator<Difference> {
  if (!source.document || source.sheets || !expectation.kept.includes('text')) return;
  const found = outputs.map(({ document }) => document).filter((document) => document !== undefined);
  if (found.length === 0 || found.length < outputs.length) return;
  const vocabulary = new Vocabulary();
  const words = vocabulary.wordsOf(blocksOf(source.document, true));
  const result = vocabulary.wordsOf(found.flatMap((document) => blocksOf(document, false)));
  const matching = matchWords(words, result, vocabulary);
  yield* diffText(matching, vocabulary, { isExpected: ({ place }) => place !== 'unshown' && place !== 'formula', isOrdered: true });
}
export type { DocumentFacts, OutlineBlock };
