import { defineCodec, type EdgeSpec } from '../../codec.ts';

/** Text formats whose files hold everything that they show: pictures are data URIs in them or stay outside. */
const TEXTS = [
  'md',
  'html',
  'rst',
  'org',
  'latex',
  'typst',
  'asciidoc',
  'textile',
  'mediawiki',
  'dokuwiki',
  'tikiwiki',
  'jira',
  'muse',
  'haddock',
  'djot',
  't2t',
  'man',
  'docbook',
  'jats',
  'opml',
  'ipynb',
  'fb2',
] as const;
/** Packages with their pictures inside. */
const PACKAGES = ['docx', 'odt', 'epub', 'rtf'] as const;

/** Formats that hold their pictures: pandoc puts them there. */
const EMBEDDING = ['html', 'md', 'docx', 'odt', 'epub', 'rtf', 'fb2', 'ipynb', 'pptx'] as const;
/** Formats that name their pictures: these are further files beside the text. */
const NAMING = [
  'rst',
  'org',
  'latex',
  'typst',
  'asciidoc',
  'textile',
  'mediawiki',
  'dokuwiki',
  'jira',
  'muse',
  'djot',
  'docbook',
  'jats',
  'tei',
  'texinfo',
  'icml',
] as const;
/** Formats without pictures. */
const WORDS = ['man', 'opml', 'haddock', 'txt'] as const;

const COMMON = {
  from: [...TEXTS, ...PACKAGES],
  act: 'recode',
  takes: 'all',
  gives: 'one',
  needs: ['decrypted'],
  cost: { ms: { base: 250, perMB: 4000 }, memoryMB: { base: 150, perMB: 60 }, cpuSlots: 1 },
} as const satisfies Partial<EdgeSpec>;

/** pandoc 3.10 in WebAssembly. Every job has an instance of its own, which sees the job's files and nothing else. */
export default defineCodec({
  id: 'pandoc',
  lane: 'document',
  instance: 'fresh',
  packages: ['pandoc-wasm'],
  optional: true,
  licence: 'GPL-2.0-or-later',
  wasm: { pandoc: { file: 'pandoc-wasm/src/pandoc.wasm', maxPages: 24_576 } },
  inspects: [],
  edges: [
    {
      ...COMMON,
      name: 'embed',
      to: EMBEDDING,
      keeps: ['text', 'structure', 'formulas', 'figures', 'metadata'],
    },
    {
      ...COMMON,
      name: 'name',
      to: NAMING,
      keeps: ['text', 'structure', 'formulas', 'figures', 'metadata'],
    },
    { ...COMMON, name: 'words', to: WORDS, keeps: ['text', 'structure', 'metadata'] },
  ],
  load: () => import('./run.ts'),
});
