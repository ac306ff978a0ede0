import { randomUUID } from 'node:crypto';
import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { startResvg } from '../../content/drawing/resvg.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { besideOf } from './beside.ts';
import { citationsOf, withoutNamedFiles } from './citations.ts';
import { readerOf, writerOf } from './dialects.ts';
import { failureOf } from './failure.ts';
import { writeFilter } from './filter.ts';
import { withGridsByCharacters } from './haddock-tables.ts';
import { PandocLoader, type PandocRequest } from './instance.ts';
import { reportLosses } from './messages.ts';
import { imagesOf } from './images.ts';
import { BACKSLASH } from './repairs.ts';
import { drawsImages, sourceOf } from './source.ts';
import { withEscapedHead } from './outline-head.ts';
import { repairOpenDocument } from './open-document.ts';
import { repairSlides } from './slides.ts';
import { TYPST_TEMPLATE } from './typst-template.ts';
import { repairFormulas } from './word.ts';

const createRunner: CreateRunner = ({ modules }) => {
  const loader = new PandocLoader(modules['pandoc']!);
  return {
    async convert([input], step, context) {
      if (drawsImages(step)) await startResvg(modules['resvg']!);
      return [convert(loader, input!, step, context)];
    },
    warm: () => loader.prepare(),
  };
};

export default createRunner;

function convert(loader: PandocLoader, input: Artifact, step: Step, context: RunContext): Artifact {
  const stem = input.name.replace(/\.[^.]*$/, '');
  const images = imagesOf(step.to, stem);
  const { bytes, text, images: held = new Map(), cover, margins } = sourceOf(input, step, context);
  // A name that no input can guess: a text that includes itself would never end.
  const id = randomUUID();
  const files = { input: `${id}.input`, output: `${id}.output`, filter: `${id}.lua`, template: `${id}.typst` };
  const citations = citationsOf(step, text, id);
  const beside = besideOf(input, step, id);
  const readable = citations.areResolved && text !== undefined ? encode(withoutNamedFiles(text, step, context)) : bytes;
  const filter = writeFilter({
    images: images.mode,
    raw: step.to === 'latex' ? 'tex' : 'none',
    title: stem,
    showsTitle: UNTITLED.has(step.to),
    hasBackslashes: text?.includes(BACKSLASH) === true,
    citesSources: citations.areResolved,
    margins,
    media: [...Array.from(held, ([name, { type }]) => ({ name, type, file: `${id}.${name}` })), ...beside.media],
  });
  const request: PandocRequest = {
    ...settingsOf(step),
    ...citations.settings,
    from: readerOf(step.from, text, { ...step.options, ...(citations.areResolved && DIALECT_OF_CITATIONS) }),
    to: writerOf(step.to, step.options),
    'input-files': [files.input],
    'output-file': files.output,
    filters: [files.filter],
    ...(cover === undefined ? {} : { 'epub-cover-image': `${id}.${cover}` }),
    ...(step.to === 'typst' ? { template: files.template } : {}),
  };
  const inputs = new Map([
    ...beside.files,
    [files.input, readable],
    [files.filter, encode(filter)],
    [files.template, encode(TYPST_TEMPLATE)],
    ...citations.files,
    ...Array.from(held, ([name, image]): [string, Uint8Array] => [`${id}.${name}`, image.bytes]),
  ]);
  const result = loader.run(request, inputs);
  context.signal.throwIfAborted();
  const written = result.files.get(files.output);
  if (result.error !== '' || written === undefined) throw failureOf(result, step);
  reportLosses(result, context);
  const output = asOthersRead(written, step.to, context);
  return { name: outputNameOf(input.name, step.to), format: step.to, ...images.place(output, result.files) };
}

/** What pandoc has written, as other programs read it. */
function asOthersRead(bytes: Uint8Array, to: FormatId, { limits }: RunContext): Uint8Array {
  if (to === 'pptx') return repairSlides(bytes, limits);
  if (to === 'docx') return repairFormulas(bytes, limits);
  if (to === 'odt') return repairOpenDocument(bytes, limits);
  if (to === 'haddock') return encode(withGridsByCharacters(Buffer.from(bytes).toString()));
  return to === 'opml' ? withEscapedHead(bytes) : bytes;
}

/** Targets without a place for a title. */
const UNTITLED: ReadonlySet<FormatId> = new Set([
  ...([
    'mediawiki',
    'xwiki',
    'zimwiki',
    'dokuwiki',
    'jira',
    'textile',
    'haddock',
    'bbcode',
    'ipynb',
    'markua',
    'icml',
  ] as const),
]);

/** The one dialect of Markdown that has citations. */
const DIALECT_OF_CITATIONS = { dialect: 'pandoc' } as const;

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** What a caller may set, and what is always set: nothing else of pandoc's settings can be reached. */
function settingsOf({ options }: Step): PandocRequest {
  return {
    standalone: true,
    wrap: 'none',
    'table-of-contents': options.toc ?? false,
    'number-sections': options.numberSections ?? false,
    'html-math-method': { method: 'mathml' },
    'preserve-tabs': true,
  };
}
