import { atLeast, type CompareFiles } from './finding.ts';
import { textSimilarity } from './text-similarity.ts';

/** Text files: token similarity after normalising. Tolerance: `similarity`. */
export const compareTextFiles: CompareFiles = async ({ golden, found }, { similarity = 0.98 }) => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return [atLeast('similarity', similarity, textSimilarity(decoder.decode(golden), decoder.decode(found)))];
};
