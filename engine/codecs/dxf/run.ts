import type { Artifact } from '../../contract/artifact.ts';
import type { CreateRunner, RunContext } from '../../contract/codec.ts';
import { factsOfDrawnSource } from '../../content/drawing/drawn-source.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { utf8Bytes } from '../../io/bytes.ts';
import { readDocument, type DxfDocument } from './document.ts';
import { drawModel, type Drawn } from './drawing.ts';
import { svgOf } from './svg.ts';

/** Lines of text that readers of drawings take: those that are level or upright. */
const QUARTER = Math.PI / 2;
/** Types that a message lists. */
const MOST_NAMED = 8;

const createRunner: CreateRunner = () => ({
  convert([input], step, context) {
    const document = readDocument(context.bytes(input!), context);
    const drawn = drawModel(document, context);
    tellDropped(document, drawn, context);
    return [{ name: outputNameOf(input!.name, step.to), format: step.to, bytes: utf8Bytes(svgOf(drawn.marks)) }];
  },
  inspect(artifact: Artifact, _request, context) {
    const { marks } = drawModel(readDocument(context.bytes(artifact), context), context);
    const text = marks.flatMap((mark) => (mark.kind === 'label' && isLevel(mark.label.angle) ? mark.label.lines : []));
    return factsOfDrawnSource(artifact, 'dxf', { text: text.join('\n').trim() }, context);
  },
});

export default createRunner;

function isLevel(angle: number): boolean {
  const quarters = angle / QUARTER;
  return Math.abs(quarters - Math.round(quarters)) < 0.01;
}

function tellDropped({ onPaper }: DxfDocument, { dropped, hidden }: Drawn, context: RunContext): void {
  if (dropped.size > 0) {
    const named = [...dropped].slice(0, MOST_NAMED).map(([type, count]) => `${count} of ${type.slice(0, 40)}`);
    context.warn({
      code: 'feature_dropped',
      message: `Parts of the drawing are not drawn: ${named.join(', ')}${dropped.size > MOST_NAMED ? ', …' : ''}.`,
      details: Object.fromEntries([...dropped].slice(0, MOST_NAMED)),
    });
  }
  if (hidden > 0)
    context.warn({
      code: 'feature_dropped',
      message: `${hidden} parts of the drawing are hidden, or lie on layers that are off or frozen, and are left out.`,
      details: { entities: hidden },
    });
  if (onPaper > 0)
    context.warn({
      code: 'feature_dropped',
      message: `${onPaper} parts of sheets of paper are left out: the model is drawn.`,
      details: { entities: onPaper },
    });
}
