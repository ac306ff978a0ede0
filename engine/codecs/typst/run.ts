import type { CreateRunner, Hop, RunContext } from '../../codec.ts';
import type { Artifact } from '../../io/artifact.ts';
import { decodeText } from '../../io/text-encoding.ts';
import { outputNameOf } from '../../models/output-name.ts';
import { Typesetter, type TypstDocument } from './compiler.ts';
import { fontsFor } from './fonts.ts';
import { sniffHtmlEncoding } from '../../models/html-encoding.ts';
import { foreignText, styledText, webPage } from './sources.ts';

const createRunner: CreateRunner = async ({ modules }) => {
  const typesetter = await Typesetter.start(modules['typst']!);
  return {
    async convert([input], hop, context) {
      const document = documentOf(input!, hop, context);
      const bytes = await typesetter.typeset(document, fontsFor(document.source, context));
      return [{ name: outputNameOf(input!.name, hop.to), format: hop.to, bytes }];
    },
    async warm(context) {
      await typesetter.typeset(styledText('= A\n_b_ *c* `d` $e$', new Map(), {}), fontsFor('', context));
    },
    heapBytes: () => typesetter.heapBytes,
  };
};

export default createRunner;

function documentOf(input: Artifact, hop: Hop, context: RunContext): TypstDocument {
  const bytes = context.bytes(input);
  const companions = 'bytes' in input ? input.companions : undefined;
  const { text } = decodeText(bytes, hop.edge === 'page' ? sniffHtmlEncoding(bytes) : undefined);
  if (hop.edge === 'page') return webPage(text, companions ?? new Map(), hop.options, context);
  // A text that another codec wrote has no look of its own yet.
  return companions ? styledText(text, companions, hop.options) : foreignText(text, hop.options);
}
