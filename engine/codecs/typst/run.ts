import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { decodeText } from '../../io/text-encoding.ts';
import { htmlOfMarkdown } from '../../content/document/markdown/html.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { archivalStandardOf } from './archival/standard.ts';
import { requireBoundedLength, requireBoundedProgram } from './complexity.ts';
import { Typesetter, type TypstDocument } from './compiler.ts';
import { setDrawings } from './drawing-page.ts';
import { fontsFor } from './fonts.ts';
import { typesetWithImages } from './damaged-images.ts';
import { requireFlatPage } from '../../content/document/html/flat-page.ts';
import { sniffHtmlEncoding } from '../../content/document/html/encoding.ts';
import { foreignText, plainText, styledText, webPage } from './sources.ts';

const createRunner: CreateRunner = async ({ modules }) => {
  const typesetter = await Typesetter.start(modules['typst']!);
  return {
    async convert(inputs, step, context) {
      const [input] = inputs;
      const pdf = await typeset(typesetter, inputs, step, context);
      return [{ name: outputNameOf(input!.name, step.to), format: step.to, bytes: await finished(pdf, step) }];
    },
    async warm(context) {
      await typesetter.typeset(styledText('= A\n_b_ *c* `d` $e$', new Map(), {}), fontsFor('', context));
    },
  };
};

export default createRunner;

function typeset(
  typesetter: Typesetter,
  inputs: readonly Artifact[],
  step: Step,
  context: RunContext,
): Promise<Uint8Array> {
  if (step.edge !== 'drawing') return typesetWithImages(typesetter, documentOf(inputs[0]!, step, context), context);
  const files = inputs.map((input) => context.bytes(input));
  return setDrawings(typesetter, files, step.options, context);
}

/** The library for files that archives take is loaded when somebody asks for one. */
async function finished(pdf: Uint8Array, { options }: Step): Promise<Uint8Array> {
  const standard = archivalStandardOf(options);
  if (!standard) return pdf;
  const { archived } = await import('./archival/finish.ts');
  return await archived(pdf, standard);
}

function documentOf(input: Artifact, step: Step, context: RunContext): TypstDocument {
  const bytes = context.bytes(input);
  const { companions, beside = NOTHING } = 'bytes' in input ? input : {};
  const { text, encoding, assumed } = decodeText(bytes, step.from === 'html' ? sniffHtmlEncoding(bytes) : undefined);
  if (assumed) {
    const message = `The text is not valid UTF-8; it was read as ${encoding}.`;
    context.warn({ code: 'encoding_assumed', message, details: { encoding } });
  }
  requireBoundedLength(text.length, context.limits);
  switch (step.edge) {
    case 'page':
      requireFlatPage(text, context.limits);
      return webPage(text, companions ?? beside, step.options, context);
    case 'markdown':
      return webPage(htmlOfMarkdown(text), companions ?? beside, step.options, context);
    case 'plain':
      return plainText(text, step.options);
    default:
      // A text that another codec wrote has no style of its own yet.
      if (companions) return styledText(text, companions, step.options);
      requireBoundedProgram(text, context.limits);
      return foreignText(text, beside, step.options);
  }
}

const NOTHING: ReadonlyMap<string, Uint8Array> = new Map();
