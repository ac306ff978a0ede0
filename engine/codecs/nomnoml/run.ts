import nomnoml from 'nomnoml';
import type { Artifact } from '../../contract/artifact.ts';
import type { CreateRunner, RunContext, Step } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Facts } from '../../contract/facts.ts';
import { factsOfDrawnSource } from '../../content/drawing/drawn-source.ts';
import { requireLabels } from '../../content/drawing/labels.ts';
import { readSourceText } from '../../content/document/text/source-text.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { utf8Bytes } from '../../io/bytes.ts';
import { labelsOf } from './labels.ts';

/** Bytes of a diagram: more nodes than anybody can see in a drawing. */
const MAX_BYTES = 200_000;
/** Nodes in each other: every level is laid out on its own. */
const MOST_LEVELS = 50;
const IMPORT = /^[ \t]*#import:/m;
/** What a colour of the source could fetch. */
const OUTSIDE = /url\((?!#)[^)"]*\)/g;
/** Of a drawing without a node. */
const EMPTY = /^<svg [^>]*\b(?:width|height)="0(?:\.0)?"/;

const createRunner: CreateRunner = () => ({
  convert([input], step, context) {
    const source = sourceOf(input!, step.options.encoding, context);
    if (IMPORT.test(source)) {
      context.warn({ code: 'feature_dropped', message: 'Files that the diagram imports are not read.' });
    }
    const svg = draw(source);
    requireLabels(labelsOf(source), svg, context);
    const bytes = utf8Bytes(`${svg}\n`);
    return [{ name: outputNameOf(input!.name, step.to), format: step.to, bytes }];
  },
  inspect(artifact, _request, context): Facts {
    const text = labelsOf(sourceOf(artifact, undefined, context)).join('\n');
    return factsOfDrawnSource(artifact, 'nomnoml', { text }, context);
  },
  warm: () => void draw('[a]->[b]'),
});

export default createRunner;

function sourceOf(input: Artifact, encoding: Step['options']['encoding'], context: RunContext): string {
  const source = readSourceText(input, { maxBytes: MAX_BYTES, encoding }, context);
  if (depthOf(source) <= MOST_LEVELS) return source;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `More than ${MOST_LEVELS} nodes of the diagram lie in each other. Let it have fewer levels.`,
    details: { limit: 'levels', allowed: MOST_LEVELS },
  });
}

/** How many brackets are open at the same time. */
function depthOf(source: string): number {
  let [depth, most] = [0, 0];
  for (const character of source) {
    if (character === '[') most = Math.max(most, ++depth);
    else if (character === ']') depth--;
  }
  return most;
}

function draw(source: string): string {
  let svg;
  try {
    svg = nomnoml.renderSvg(source);
  } catch (cause) {
    const [, line] = /at line (\d+)/.exec(String(cause)) ?? [];
    const where = line === undefined ? '' : ` in line ${line}`;
    throw new ConversionError(
      {
        code: 'input_corrupt',
        message: `The diagram is not correct Nomnoml: there is a mistake${where}. Correct the line, or the one before it.`,
        ...(line !== undefined && { details: { line: Number(line) } }),
      },
      { cause },
    );
  }
  if (!EMPTY.test(svg)) return svg.replaceAll(OUTSIDE, 'none');
  const message = 'The diagram has no node. Write one between square brackets, such as [Lamp].';
  throw new ConversionError({ code: 'input_corrupt', message });
}
