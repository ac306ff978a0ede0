import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import { KiB } from '../../contract/limits.ts';
import { escapeXml, escapeXmlAttribute } from '../../io/xml.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { readSourceText } from '../../content/document/text/source-text.ts';
import type { Facts } from '../../contract/facts.ts';
import { readMathml } from '../../content/document/formula/mathml.ts';
import { withoutDelimiters } from './delimiters.ts';
import { startMathJax } from './mathjax.ts';

/** Bytes of a formula: some pages of it. */
const MAX_BYTES = 64 * KiB;

const createRunner: CreateRunner = async () => {
  const typesetter = await startMathJax();

  async function convert(input: Artifact, { to, options }: Step, context: RunContext): Promise<string> {
    const tex = sourceOf(input, options.encoding, context);
    if (to === 'svg') return typesetter.drawing(tex);
    const mathml = await typesetter.mathml(tex);
    return to === 'mathml' ? `${mathml}\n` : page(mathml, tex, titleOf(input.name));
  }

  return {
    async convert([input], step, context) {
      const bytes = new TextEncoder().encode(await convert(input!, step, context));
      return [{ name: outputNameOf(input!.name, step.to), format: step.to, bytes }];
    },
    async inspect(artifact, _request, context): Promise<Facts> {
      const mathml = await typesetter.mathml(sourceOf(artifact, undefined, context)); // throws for what is no formula
      return {
        format: 'texmath',
        sizeBytes: context.bytes(artifact).byteLength,
        reader: 'tex-math',
        depth: 'content',
        features: ['formulas', 'vector', 'look'],
        formula: readMathml(mathml, context.limits.nesting),
      };
    },
    warm: () => typesetter.drawing('x^2').then(() => {}),
  };
};

export default createRunner;

function sourceOf(input: Artifact, encoding: Step['options']['encoding'], context: RunContext): string {
  return withoutDelimiters(readSourceText(input, { maxBytes: MAX_BYTES, encoding }, context));
}

/** The name of the file: programs show titles above the text, where TeX is not read. */
function titleOf(name: string): string {
  return name.replace(/(?<=.)\.[^.]*$/, '');
}

function page(mathml: string, tex: string, title: string): string {
  return [
    '<!doctype html>',
    '<html>',
    '<head>',
    '<meta charset="utf-8">',
    `<title>${escapeXml(title)}</title>`,
    `<meta name="description" content="${escapeXmlAttribute(tex)}">`,
    '</head>',
    '<body>',
    mathml,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
