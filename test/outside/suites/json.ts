import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { converted, expectRefused, refusalOf, type OutsideCase, type OutsideSuite } from '../suite.ts';

/** The first letter of a file's name says whether it is JSON: yes, no, or as the parser likes. */
export const JSON_SUITE: OutsideSuite = {
  id: 'json',
  title: 'JSON → YAML: what is JSON converts, what is not is refused, by name',
  source: 'the repository nst/JSONTestSuite on GitHub',
  folder: 'JSONTestSuite',
  cases: async (root) => {
    const folder = join(root, 'test_parsing');
    return (await readdir(folder)).sort().map((name): OutsideCase => ({
      name,
      run: async (engine) => {
        const conversion = converted(engine, join(folder, name), { from: 'json', to: 'yaml' });
        if (name.startsWith('n_')) await expectRefused(conversion);
        else if (name.startsWith('y_')) await conversion;
        else await refusalOf(conversion);
      },
    }));
  },
};
