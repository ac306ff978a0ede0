import type { Artifact } from '../../contract/artifact.ts';
import type { RunContext } from '../../contract/codec.ts';
import type { Facts } from '../../contract/facts.ts';

interface Shown {
  /** The labels, one a line. */
  readonly text: string;
  readonly links?: number;
}

/** Facts of a text that describes a drawing (a graph, a diagram, a chart), by what the drawing is to show. */
export function factsOfDrawnSource(
  artifact: Artifact,
  reader: string,
  { text, links = 0 }: Shown,
  context: RunContext,
): Facts {
  return {
    format: artifact.format,
    sizeBytes: context.bytes(artifact).byteLength,
    reader,
    depth: 'content',
    features: ['structure', 'vector', 'look', ...(text === '' ? [] : (['text'] as const))],
    document: { text, figures: 0, links },
  };
}
