import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { converted, expectRefused, expectSame, refusalOf, type OutsideCase, type OutsideSuite } from '../suite.ts';

/** A case as its file has it; what is absent is as in the case before. */
interface Example {
  readonly name?: string;
  readonly yaml?: string;
  /** The values, one after the other; absent where JSON has none like them. */
  readonly json?: string | null;
  readonly fail?: boolean;
}

export const YAML_SUITE: OutsideSuite = {
  id: 'yaml',
  title: 'YAML → JSON: the values that each example says, and refusals of what is not YAML',
  source: 'the repository yaml/yaml-test-suite on GitHub',
  folder: 'yaml-test-suite',
  cases: async (root) => {
    const folder = join(root, 'src');
    const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
    const examples = await Promise.all(
      files.map(async (file) => casesOf(file, await readFile(join(folder, file), 'utf8'))),
    );
    return examples.flat();
  },
};

function casesOf(file: string, text: string): OutsideCase[] {
  let known: Example = {};
  return (parse(text) as Example[]).map((example, index) => {
    known = { ...known, fail: false, ...example };
    const { name, yaml = '', json, fail } = known;
    return {
      name: `${file.replace('.yaml', '')}:${index} ${name}`,
      run: async (engine) => {
        const bytes = new TextEncoder().encode(unmarked(yaml));
        const conversion = converted(engine, bytes, { from: 'yaml', to: 'json', fileName: 'example.yaml' });
        if (fail) return expectRefused(conversion);
        if (json === undefined || json === null) return void (await refusalOf(conversion));
        const expected = valuesOf(json);
        const found: unknown = JSON.parse((await conversion).toString());
        expectSame(found, expected.length === 1 ? expected[0] : expected);
      },
    };
  });
}

/** Examples show white space by signs. */
function unmarked(yaml: string): string {
  return yaml
    .replaceAll('␣', ' ')
    .replaceAll(/—*»/g, '\t')
    .replaceAll('←', '\r')
    .replaceAll('⇔', '\uFEFF')
    .replaceAll('↵', '')
    .replace(/∎\n$/, '');
}

/** JSON values that stand one after the other. */
function valuesOf(json: string): unknown[] {
  const values: unknown[] = [];
  let part = '';
  for (const line of json.split('\n')) {
    part += `${line}\n`;
    try {
      values.push(JSON.parse(part));
      part = '';
    } catch {
      // It goes on in the next line.
    }
  }
  return values;
}
