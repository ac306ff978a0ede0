import { globSync } from 'node:fs';
import { join } from 'node:path';
import { refusalOf, type OutsideCase, type OutsideSuite } from '../suite.ts';

export const PDF_SUITE: OutsideSuite = {
  id: 'pdf',
  title: 'PDF, each with one thing that PDF/A allows or forbids → text: converted, or refused by name',
  source: 'the repository veraPDF/veraPDF-corpus on GitHub',
  folder: 'veraPDF-corpus',
  cases: async (root) =>
    globSync('**/*.pdf', { cwd: root })
      .sort()
      .map((name): OutsideCase => ({
        name,
        run: async (engine) =>
          void (await refusalOf(engine.convert(join(root, name), { from: 'pdf', to: 'txt', allowLoss: 'any' }))),
      })),
};
