import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Real files that we did not write lie beside the checkout; tests that use them skip, visibly, when they are absent. */
export const CORPORA = join(import.meta.dirname, '../../../shared/corpora');

export const hasCorpora = existsSync(join(CORPORA, 'INDEX.tsv'));
