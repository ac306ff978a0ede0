import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import type { BytesArtifact } from '../../contract/artifact.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { startResvg } from '../../content/drawing/resvg.ts';
import { explainFailure } from './failure.ts';
import { inspectDrawing } from './inspect.ts';
import { renderPng } from './render.ts';
import { expandedBytes, textOf } from '../../content/drawing/source.ts';
import { surveyDrawing } from '../../content/drawing/survey.ts';

const createRunner: CreateRunner = async ({ modules, limits }) => {
  await startResvg(modules['resvg']!);
  return {
    async convert(inputs, step, context) {
      const outputs: BytesArtifact[] = [];
      for (const input of inputs) {
        const bytes = await explained(() => renderDrawing(context.bytes(input), step, context));
        outputs.push({ name: outputNameOf(input.name, step.to), format: step.to, bytes });
      }
      return outputs;
    },
    inspect: (artifact, request, context) =>
      explained(() => inspectDrawing(context.bytes(artifact), artifact.format, request, context.limits)),
    async warm() {
      await explained(() => inspectDrawing(WARMING, 'svg', { effort: 'quick' }, limits));
    },
  };
};

export default createRunner;

/** Shapes and text in all three families: compiles what most drawings use, and reads their fonts. */
const WARMING = new TextEncoder().encode(
  `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><circle r="99" fill="red" opacity=".5"/>${[
    'sans-serif',
    'serif',
    'monospace',
  ]
    .map((family) => `<text y="99" font-family="${family}" font-weight="bold">Aа</text>`)
    .join('')}</svg>`,
);

function renderDrawing(bytes: Uint8Array, step: Step, context: RunContext): Uint8Array | Promise<Uint8Array> {
  const content = expandedBytes(bytes, context.limits);
  return renderPng(surveyDrawing(textOf(content), context.limits), step, context);
}

async function explained<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explainFailure(error);
  }
}
