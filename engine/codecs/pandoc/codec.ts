import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';
import type { FeatureSet } from '../../formats/features.ts';
import type { FormatId } from '../../formats/index.ts';
import type { OptionId } from '../../formats/options.ts';

/** Everything that pandoc reads but Markdown, whose dialects are an option. */
const SOURCES = [
  ...([
    'html',
    'txt',
    'rst',
    'org',
    'latex',
    'typst',
    'asciidoc',
    'textile',
    'djot',
    'muse',
    'haddock',
    't2t',
  ] as const),
  ...(['mediawiki', 'dokuwiki', 'tikiwiki', 'twiki', 'creole', 'vimwiki', 'jira', 'pod', 'man', 'mdoc'] as const),
  ...(['docbook', 'jats', 'bits', 'opml', 'ipynb', 'fb2', 'epub', 'docx', 'odt', 'rtf'] as const),
] as const;

/** Of these, texts that cite by keys; Markdown does so too. */
const CITING = ['rst', 'org', 'latex', 'typst'] as const;
/** What a text is wanted in whose citations are written out. */
const CITED = ['html', 'docx', 'odt', 'rtf', 'epub', 'md', 'txt', 'typst'] as const;
/** The sources that keys name, and the style of both; anything else in a text has no keys. */
const SOURCES_AND_STYLE: readonly OptionId[] = ['bibliography', 'citationStyle'];

const CITATIONS = ['bibtex', 'csljson', 'ris', 'endnotexml'] as const;
const WRITTEN_CITATIONS = ['bibtex', 'csljson'] as const;
/** What a list of references is wanted in. */
const BIBLIOGRAPHIES = ['html', 'docx', 'odt', 'rtf', 'epub', 'md', 'latex', 'typst', 'txt'] as const;

interface Group {
  readonly name: string;
  readonly to: readonly FormatId[];
  readonly keeps: FeatureSet;
  readonly options: readonly OptionId[];
}

const ALL: FeatureSet = ['text', 'structure', 'formulas', 'figures', 'metadata'];

/** Targets by what pandoc can do for them. */
const GROUPS: readonly Group[] = [
  {
    name: 'document',
    to: ['html', 'docx', 'epub', 'latex', 'context', 'typst'],
    keeps: ALL,
    options: ['toc', 'numberSections'],
  },
  {
    name: 'outline',
    to: ['odt', 'rtf', 'pptx', 'rst', 'asciidoc', 'markua', 'mediawiki', 'xwiki', 'zimwiki'],
    keeps: ALL,
    options: ['toc'],
  },
  {
    name: 'markup',
    to: [
      ...(['org', 'textile', 'djot', 'muse', 'haddock', 'dokuwiki', 'jira', 'bbcode', 'texinfo'] as const),
      ...(['docbook', 'jats', 'tei', 'icml', 'ipynb', 'fb2'] as const),
    ],
    keeps: ALL,
    options: [],
  },
  {
    name: 'words',
    to: ['txt', 'man', 'ms', 'opml'],
    keeps: ['text', 'structure', 'metadata'],
    options: [],
  },
];

const COMMON = {
  operation: 'recode',
  takes: 'all',
  gives: 'one',
  needs: ['decrypted'],
  cost: { ms: { base: 250, perMB: 12_000 }, memoryMB: { base: 80, perMB: 120 }, cpuSlots: 1 },
} as const satisfies Partial<EdgeSpec>;

/** What pandoc's writers leave out of every source, though the format could hold it. */
const LOST: Partial<Record<FormatId, FeatureSet>> = {
  ms: ['structure'], // links
  rtf: ['metadata'],
  djot: ['metadata'],
  ipynb: ['metadata'],
};

function edgeOf({ name, to, keeps, options }: Group, from: readonly FormatId[]): EdgeSpec {
  const except: Record<string, { readonly drops: FeatureSet }> = {};
  for (const target of to) {
    const drops = LOST[target];
    if (drops) for (const source of from) except[[source, target].join('>')] = { drops };
  }
  return { ...COMMON, name, from, to, keeps, options: [...options, 'encoding', 'password'], except };
}

/** pandoc 3.10 in WebAssembly. Every job has an instance of its own, which sees the job's files and nothing else. */
export default defineCodec({
  id: 'pandoc',
  lane: 'document',
  packages: ['pandoc-wasm', '@resvg/resvg-wasm', 'entities'],
  licence: 'GPL-2.0-or-later AND MPL-2.0 AND BSD-2-Clause',
  // 1.5 GiB: a text of 10,000 pages takes two thirds of it.
  wasm: {
    pandoc: { file: 'pandoc-wasm/src/pandoc.wasm', maxPages: 24_576 },
    // For the drawings of books: 256 MiB.
    resvg: { file: '@resvg/resvg-wasm/index_bg.wasm', maxPages: 4096 },
  },
  inspects: [],
  edges: [
    ...GROUPS.map((group) => edgeOf(group, SOURCES)),
    ...GROUPS.map((group) =>
      edgeOf(
        { ...group, name: `markdown-${group.name}`, options: ['dialect', ...SOURCES_AND_STYLE, ...group.options] },
        ['md'],
      ),
    ),
    {
      ...COMMON,
      name: 'to-markdown',
      from: SOURCES,
      to: ['md'],
      keeps: ALL,
      options: ['dialect', 'toc', 'encoding', 'password'],
    },
    {
      ...COMMON,
      // Beside the edges that know nothing of sources, and chosen only where somebody names some.
      name: 'cited',
      from: CITING,
      to: CITED,
      keeps: ALL,
      options: [...SOURCES_AND_STYLE, 'toc', 'numberSections', 'encoding'],
      cost: { ...COMMON.cost, ms: { base: 400, perMB: 15_000 } },
    },
    {
      ...COMMON,
      name: 'citations',
      from: CITATIONS,
      to: WRITTEN_CITATIONS,
      keeps: ['records', 'structure', 'text'],
      options: ['encoding'],
    },
    {
      ...COMMON,
      name: 'bibliography',
      from: CITATIONS,
      to: BIBLIOGRAPHIES,
      keeps: ['text'],
      options: ['encoding'],
    },
  ],
  load: () => import('./run.ts'),
});
