import type { FormatId } from '../../engine/formats/index.ts';
import type { Case } from '../case.ts';

const REPORT = 'report-table-note-picture';
const SOURCES = {
  html: `${REPORT}.html`,
  txt: 'lines-and-paragraphs.txt',
  rst: `${REPORT}.rst`,
  org: `${REPORT}.org`,
  latex: `${REPORT}.tex`,
  typst: `${REPORT}.typ`,
  asciidoc: `${REPORT}.adoc`,
  textile: `${REPORT}.textile`,
  djot: `${REPORT}.dj`,
  muse: `${REPORT}.muse`,
  haddock: `${REPORT}.haddock`,
  t2t: 'head-lists-table.t2t',
  mediawiki: `${REPORT}.mediawiki`,
  dokuwiki: `${REPORT}.dokuwiki`,
  tikiwiki: 'head-lists-table.tikiwiki',
  twiki: 'head-lists-table.twiki',
  creole: 'head-lists-table-picture.creole',
  vimwiki: 'head-lists-table-picture.vimwiki',
  jira: `${REPORT}.jira`,
  pod: 'head-lists-code.pod',
  man: `${REPORT}.man`,
  mdoc: 'head-options-list.mdoc',
  docbook: `${REPORT}.dbk`,
  jats: `${REPORT}.jats`,
  bits: 'chapter-list-table.bits',
  opml: 'report-table-note.opml',
  ipynb: `${REPORT}.ipynb`,
  fb2: `${REPORT}.fb2`,
  epub: `${REPORT}.epub`,
  docx: 'report-notes-merged-cells-repeated-picture.docx',
  odt: `${REPORT}.odt`,
  rtf: `${REPORT}.rtf`,
} as const satisfies Partial<Record<FormatId, string>>;

const CITATIONS = {
  bibtex: 'article-book-accents.bib',
  ris: 'article-book.ris',
  csljson: 'article-book.csljson',
  endnotexml: 'article-book.endnotexml',
} as const satisfies Partial<Record<FormatId, string>>;

const TARGETS = {
  document: ['html', 'docx', 'epub', 'latex', 'context', 'typst'],
  outline: ['odt', 'rtf', 'pptx', 'rst', 'asciidoc', 'markua', 'mediawiki', 'xwiki', 'zimwiki'],
  markup: [
    ...(['org', 'textile', 'djot', 'muse', 'haddock', 'dokuwiki', 'jira', 'bbcode', 'texinfo'] as const),
    ...(['docbook', 'jats', 'tei', 'icml', 'ipynb', 'fb2'] as const),
  ],
  words: ['txt', 'man', 'ms', 'opml'],
} as const satisfies Record<string, readonly FormatId[]>;

/** What a case of options shows. */
const OPTIONS = [
  { edge: 'markdown-document', to: 'html', options: { toc: true, numberSections: true } },
  { edge: 'markdown-document', to: 'docx', options: { toc: true } },
  { edge: 'markdown-outline', to: 'rst', options: { toc: true } },
  { edge: 'markdown-document', to: 'latex', options: { dialect: 'pandoc' } },
] as const;

const sources = Object.entries(SOURCES) as [keyof typeof SOURCES, string][];
const citations = Object.entries(CITATIONS) as [keyof typeof CITATIONS, string][];

/** Each source once in each group of targets, one after the other: so does every target come to many sources. */
const groups = Object.entries(TARGETS).flatMap(([edge, targets]) =>
  sources.flatMap(([from, source], index): Case[] => {
    const to = targets[index % targets.length]!;
    const other = targets[(index + 1) % targets.length]!;
    return [{ codec: 'pandoc', edge, from, to: to === from ? other : to, source, comparator: 'document' }];
  }),
);

/** Short, since it is part of the names of golden files. */
const BOOK = '@book{roe,author={Roe, A},title={Embers},year=1999}';
const CITED = {
  latex: ['html', 'docx', 'typst'],
  rst: ['txt', 'odt'],
  org: ['md', 'rtf'],
  typst: ['epub'],
} as const;

const cited = Object.entries(CITED).flatMap(([from, targets]) =>
  targets.map((to): Case => ({
    codec: 'pandoc',
    edge: 'cited',
    from: from as keyof typeof CITED,
    to,
    source: { latex: 'cites-a-book.tex', rst: 'cites-a-book.rst', org: 'cites-a-book.org', typst: 'cites-a-book.typ' }[
      from as keyof typeof CITED
    ],
    options: { bibliography: BOOK },
    comparator: 'document',
  })),
);

export const cases: readonly Case[] = [
  ...cited,
  {
    ...{ codec: 'pandoc', edge: 'markdown-document', from: 'md', to: 'html', source: 'cites-a-book.md' },
    options: { bibliography: BOOK },
    comparator: 'document',
  },
  ...groups,
  ...Object.entries(TARGETS).flatMap(([edge, targets]) =>
    targets.map((to): Case => ({
      codec: 'pandoc',
      edge: `markdown-${edge}`,
      from: 'md',
      to,
      source: `${REPORT}.md`,
      comparator: 'document',
    })),
  ),
  ...OPTIONS.map((one): Case => ({
    codec: 'pandoc',
    from: 'md',
    source: `${REPORT}.md`,
    comparator: 'document',
    ...one,
  })),
  ...sources.map(([from, source]): Case => ({
    codec: 'pandoc',
    edge: 'to-markdown',
    from,
    to: 'md',
    source,
    comparator: 'document',
  })),
  ...citations.flatMap(([from, source], index): Case[] => [
    {
      codec: 'pandoc',
      edge: 'citations',
      from,
      to: from === 'bibtex' ? 'csljson' : index % 2 === 0 ? 'bibtex' : from === 'csljson' ? 'bibtex' : 'csljson',
      source,
      comparator: 'document',
    },
  ]),
  ...(['html', 'docx', 'odt', 'rtf', 'epub', 'md', 'latex', 'typst', 'txt'] as const).map((to, index): Case => {
    const [from, source] = citations[index % citations.length]!;
    return { codec: 'pandoc', edge: 'bibliography', from, to, source, comparator: 'document' };
  }),
];
