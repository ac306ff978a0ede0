import type { Artifact } from '../../contract/artifact.ts';
import type { CreateRunner, RunContext, Step } from '../../contract/codec.ts';
import type { Facts } from '../../contract/facts.ts';
import { factsOfDrawnSource } from '../../content/drawing/drawn-source.ts';
import { MiB } from '../../contract/limits.ts';
import { readSourceText } from '../../content/document/text/source-text.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { utf8Bytes } from '../../io/bytes.ts';
import { Chart, compileLite, parseSpec } from './chart.ts';

/** Bytes of a chart with its data: more rows than anybody can see as marks. */
const MAX_BYTES = 8 * MiB;

const createRunner: CreateRunner = () => ({
  async convert([input], step, context) {
    const bytes = utf8Bytes(await convertSpec(input!, step, context));
    return [{ name: outputNameOf(input!.name, step.to), format: step.to, bytes }];
  },
  async inspect(artifact, _request, context): Promise<Facts> {
    using chart = await Chart.run(specOf(artifact, undefined, context));
    return factsOfDrawnSource(artifact, 'vega', chart.shown, context);
  },
});

export default createRunner;

async function convertSpec(input: Artifact, { edge, options }: Step, context: RunContext): Promise<string> {
  const spec = specOf(input, options.encoding, context);
  if (edge === 'compile') return `${JSON.stringify(spec, undefined, 2)}\n`;
  using chart = await Chart.run(spec);
  return chart.draw(context);
}

/** As Vega: what Vega-Lite leaves open is decided. */
function specOf(input: Artifact, encoding: Step['options']['encoding'], context: RunContext): object {
  const spec = parseSpec(readSourceText(input, { maxBytes: MAX_BYTES, encoding }, context));
  return input.format === 'vegalite' ? compileLite(spec) : spec;
}
