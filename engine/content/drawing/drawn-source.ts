import type { Artifact } from '../../contract/artifact.ts';
import type { RunContext } from '../../contract/codec.ts';
import type { Facts } from '../../contract/facts.ts';

interface Shown {
  /** The labels, one a line. */
  readonly text: string;
  readonly links?: number;
  /** Images in it. */
  readonly figures?: number;
}

/** Facts of a text that describes a drawing (a graph, a diagram, a chart), by what the drawing is to show. */
export function factsOfDrawnSource(
  artifact: Artifact,
  reader: string,
  { text, links = 0, figures = 0 }: Shown,
  context: RunContext,
): Facts {
  return {
    format: artifact.format,
    sizeBytes: context.bytes(artifact).byteLength,
    reader,
    depth: 'content',
    features: [
      ...(['structure', 'vector', 'look'] as const),
      ...(text === '' ? [] : (['text'] as const)),
      ...(figures === 0 ? [] : (['figures'] as const)),
    ],
    document: { text, figures, links },
  };
}
