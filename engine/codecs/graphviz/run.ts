import { Graphviz } from '@hpcc-js/wasm-graphviz';
import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { MiB } from '../../contract/limits.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { factsOfDrawnSource } from '../../content/drawing/drawn-source.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { readSourceText } from '../../content/document/text/source-text.ts';
import type { Facts } from '../../contract/facts.ts';
import { graphModel } from './graph-model.ts';
import { safeDrawing } from './safe-drawing.ts';

/** Bytes of a graph: more edges than anybody can see in a drawing. */
const MAX_BYTES = 4 * MiB;

const createRunner: CreateRunner = async () => {
  const graphviz = await Graphviz.load();
  /** By the engine that is named, where the graph itself asks for none. */
  const layOut = (dot: string, format: 'svg' | 'json' | 'dot_json', engine: 'dot' | 'nop' = 'dot'): string => {
    try {
      return graphviz.layout(dot, format, engine);
    } catch (error) {
      throw explained(error);
    }
  };

  return {
    convert([input], step, context) {
      const dot = sourceOf(input!, step.options.encoding, context);
      const text = step.edge === 'model' ? layOut(dot, 'json') : safeDrawing(layOut(dot, 'svg'), dot, context);
      const bytes = new TextEncoder().encode(text);
      return [{ name: outputNameOf(input!.name, step.to), format: step.to, bytes }];
    },
    inspect(artifact, _request, context): Facts {
      const model = graphModel(layOut(sourceOf(artifact, undefined, context), 'dot_json', 'nop'));
      return factsOfDrawnSource(artifact, 'graphviz', model, context);
    },
    warm: () => void layOut('digraph { a -> b }', 'svg'),
  };
};

export default createRunner;

function sourceOf(input: Artifact, encoding: Step['options']['encoding'], context: RunContext): string {
  return readSourceText(input, { maxBytes: MAX_BYTES, encoding }, context);
}

/** Graphviz speaks of the graph; anything but its own words leaves its memory in doubt. */
function explained(error: unknown): unknown {
  const said = error instanceof Error ? error.message : '';
  const [, line] = /syntax error in line (\d+)/.exec(said) ?? [];
  if (line !== undefined) {
    return new ConversionError(
      {
        code: 'input_corrupt',
        message: `The graph is not correct DOT: there is a syntax error in line ${line}. Correct the line, or the one before it.`,
        details: { line: Number(line) },
      },
      { cause: error },
    );
  }
  if (!/Layout (?:was not done|type)/.test(said)) return error;
  const message =
    'The graph asks for a layout that there is not. Possible are dot, neato, fdp, sfdp, circo, twopi, osage and patchwork.';
  return new ConversionError({ code: 'unsupported_conversion', message }, { cause: error });
}
