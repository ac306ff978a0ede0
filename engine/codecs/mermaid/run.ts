import { renderMermaidSVG } from 'beautiful-mermaid';
import type { Artifact } from '../../contract/artifact.ts';
import type { CreateRunner, RunContext, Step, Warning } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Facts } from '../../contract/facts.ts';
import { factsOfDrawnSource } from '../../content/drawing/drawn-source.ts';
import { requireLabels } from '../../content/drawing/labels.ts';
import { readSourceText } from '../../content/document/text/source-text.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { utf8Bytes } from '../../io/bytes.ts';
import { labelsOf } from './labels.ts';
import { plainDrawing } from './plain-drawing.ts';
import { openDiagram, type Diagram } from './source.ts';

/** Bytes of a diagram: more nodes than anybody can see in a drawing. */
const MAX_BYTES = 200_000;

const createRunner: CreateRunner = () => ({
  convert([input], step, context) {
    const diagram = diagramOf(input!, step.options.encoding, context);
    for (const { isIn, ...warning } of UNDRAWN) if (isIn(diagram)) context.warn(warning);
    const svg = plainDrawing(draw(diagram));
    requireLabels(labelsOf(diagram), svg, context);
    const bytes = utf8Bytes(`${svg}\n`);
    return [{ name: outputNameOf(input!.name, step.to), format: step.to, bytes }];
  },
  inspect(artifact, _request, context): Facts {
    const text = labelsOf(diagramOf(artifact, undefined, context)).join('\n');
    return factsOfDrawnSource(artifact, 'mermaid', { text }, context);
  },
  warm: () => void draw({ kind: 'flow', body: 'graph TD\na --> b' }),
});

export default createRunner;

/** What the library leaves out of a drawing without a word. */
const UNDRAWN: readonly (Pick<Warning, 'code' | 'message'> & { readonly isIn: (diagram: Diagram) => boolean })[] = [
  {
    code: 'text_dropped',
    message: 'The title above the diagram is not drawn.',
    isIn: ({ title }) => title !== undefined,
  },
  {
    code: 'text_dropped',
    message: 'Notes beside classes and states are not drawn.',
    isIn: ({ kind, body }) => (kind === 'class' || kind === 'state') && /^\s*note\s/m.test(body),
  },
  {
    code: 'text_dropped',
    message: 'Comments of attributes are not drawn.',
    isIn: ({ kind, body }) => kind === 'entity' && /^\s*\S+[ \t]+[^:\n]*"[^"\n]*"\s*$/m.test(body),
  },
  {
    code: 'feature_dropped',
    message: 'The numbers of the messages are not drawn.',
    isIn: ({ kind, body }) => kind === 'sequence' && /^\s*autonumber\b/m.test(body),
  },
  {
    code: 'feature_dropped',
    message: 'Choices, forks and joins are drawn as states.',
    isIn: ({ kind, body }) => kind === 'state' && /<<(?:choice|fork|join)>>/.test(body),
  },
  {
    code: 'feature_dropped',
    message: 'Links and actions of the nodes are not drawn.',
    isIn: ({ body }) => /^\s*click\s/m.test(body),
  },
];

function diagramOf(input: Artifact, encoding: Step['options']['encoding'], context: RunContext): Diagram {
  return openDiagram(readSourceText(input, { maxBytes: MAX_BYTES, encoding }, context));
}

function draw({ body }: Diagram): string {
  let svg;
  try {
    svg = renderMermaidSVG(body, { font: 'Arial' });
  } catch (cause) {
    const message = 'The diagram is not correct Mermaid, or its layout failed. Check it in an editor of Mermaid.';
    throw new ConversionError({ code: 'input_corrupt', message }, { cause });
  }
  if (HAS_SIZE.test(svg)) return svg;
  const message =
    'Nothing of the diagram can be drawn. Names of nodes must be letters from a to z, digits and _; their labels may be any text.';
  throw new ConversionError({ code: 'unsupported_conversion', message });
}

/** Of a drawing without a node the library finds no edges. */
const HAS_SIZE = /^<svg [^>]*\bwidth="[1-9][\d.]*" height="[1-9][\d.]*"/;
