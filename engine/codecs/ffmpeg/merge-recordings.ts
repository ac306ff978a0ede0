import type { Step, RunContext } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { containerOf } from './containers.ts';
import type { CoreLoader } from './core.ts';
import { fileInput, type Input } from './input.ts';
import { chainOf, follows } from './merge-chain.ts';
import { sequenceOf } from './merge-sequence.ts';
import { SETUP_ARGS, type Probe } from './probe.ts';
import type { Recording } from './recording.ts';
import { oneOf, preferred } from './tracks.ts';
import { probeInput } from './transcode.ts';

/** Recordings as one: as a chain of their packets where all are of one kind, so that nothing need be encoded. */
export async function mergedInput(
  loader: CoreLoader,
  inputs: readonly Artifact[],
  { to }: Step,
  context: RunContext,
): Promise<Input> {
  const parts: Recording[] = [];
  for (const [index, artifact] of inputs.entries()) {
    const input = fileInput(artifact, context.open(artifact), context, `input-${index}`);
    const probe = await probeInput(loader, input, SETUP_ARGS, context);
    parts.push({ format: artifact.format, input, probe, ...tracksOf(probe, to, context) });
  }
  const first = parts[0]!;
  const merged = parts.every((part) => follows(part, first, to)) ? chainOf(parts, context) : sequenceOf(parts);
  return {
    format: first.format,
    size: parts.reduce((sum, { input }) => sum + input.size, 0),
    files: Object.assign({}, ...parts.map(({ input }) => input.files)) as Input['files'],
    ...merged,
  };
}

/** The tracks that the target has a place for: one of each kind. */
function tracksOf({ streams }: Probe, to: FormatId, context: RunContext): Pick<Recording, 'video' | 'audio'> {
  const container = containerOf(to);
  const audioTracks = container.audio ? streams.filter(({ kind }) => kind === 'audio') : [];
  const audio = preferred(audioTracks);
  if (audio && audioTracks.length > 1) context.warn(oneOf(audioTracks, audio, 'audio'));
  return { audio, video: container.video && streams.find(({ kind }) => kind === 'video') };
}
