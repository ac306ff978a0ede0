import type { CreateRunner, Hop, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { decodeText } from '../../io/text-encoding.ts';
import { htmlOfMarkdown } from '../../content/document/markdown/html.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { archivalStandardOf } from './archival/standard.ts';
import { Typesetter, type TypstDocument } from './compiler.ts';
import { setDrawing } from './drawing-page.ts';
import { fontsFor } from './fonts.ts';
import { typesetWithPictures } from './damaged-pictures.ts';
import { sniffHtmlEncoding } from '../../content/document/html/encoding.ts';
import { foreignText, plainText, styledText, webPage } from './sources.ts';

const createRunner: CreateRunner = async ({ modules }) => {
  const typesetter = await Typesetter.start(modules['typst']!);
  return {
    async convert([input], hop, context) {
      const pdf = await typeset(typesetter, input!, hop, context);
      return [{ name: outputNameOf(input!.name, hop.to), format: hop.to, bytes: await finished(pdf, hop) }];
    },
    async warm(context) {
      await typesetter.typeset(styledText('= A\n_b_ *c* `d` $e$', new Map(), {}), fontsFor('', context));
    },
    heapBytes: () => typesetter.heapBytes,
  };
};

export default createRunner;

function typeset(typesetter: Typesetter, input: Artifact, hop: Hop, context: RunContext): Promise<Uint8Array> {
  return hop.edge === 'drawing'
    ? setDrawing(typesetter, context.bytes(input), hop.options, context)
    : typesetWithPictures(typesetter, documentOf(input, hop, context), context);
}

/** The library for files that archives take is loaded when somebody asks for one. */
async function finished(pdf: Uint8Array, { options }: Hop): Promise<Uint8Array> {
  const standard = archivalStandardOf(options);
  if (!standard) return pdf;
  const { archived } = await import('./archival/finish.ts');
  return await archived(pdf, standard);
}

function documentOf(input: Artifact, hop: Hop, context: RunContext): TypstDocument {
  const bytes = context.bytes(input);
  const { companions, beside = NOTHING } = 'bytes' in input ? input : {};
  const { text, encoding, assumed } = decodeText(bytes, hop.from === 'html' ? sniffHtmlEncoding(bytes) : undefined);
  if (assumed) {
    const message = `The text is not valid UTF-8; it was read as ${encoding}.`;
    context.warn({ code: 'encoding_assumed', message, details: { encoding } });
  }
  checkLength(text, context.limits);
  switch (hop.edge) {
    case 'page':
      return webPage(text, companions ?? beside, hop.options, context);
    case 'markdown':
      return webPage(htmlOfMarkdown(text), companions ?? beside, hop.options, context);
    case 'plain':
      return plainText(text, hop.options);
    default:
      // A text that another codec wrote has no look of its own yet.
      return companions ? styledText(text, companions, hop.options) : foreignText(text, beside, hop.options);
  }
}

const NOTHING: ReadonlyMap<string, Uint8Array> = new Map();

/** Letters of a page at least, when it is full of text. */
const LETTERS_PER_PAGE = 2_500;

/** Setting more pages than a document may have takes minutes. */
function checkLength({ length }: string, { pages }: Limits): void {
  const allowed = pages * LETTERS_PER_PAGE;
  if (length <= allowed) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `The text has ${length} characters, more than ${pages} pages hold. Split it first.`,
    details: { limit: 'pages', allowed, found: length },
  });
}
