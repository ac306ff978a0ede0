import type { Step, RunContext } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { containerOf } from './containers.ts';
import type { CoreLoader } from './core.ts';
import { fileFeed, type Feed } from './feed.ts';
import { chainOf, follows } from './join-chain.ts';
import { sequenceOf } from './join-sequence.ts';
import { SETUP_ARGS, type Probe } from './probe.ts';
import type { Recording } from './recording.ts';
import { oneOf, preferred } from './tracks.ts';
import { probeFeed } from './transcode.ts';

/** Recordings as one: as a chain of their packets where all are of one kind, so that nothing need be encoded. */
export async function partsFeed(
  loader: CoreLoader,
  inputs: readonly Artifact[],
  { to }: Step,
  context: RunContext,
): Promise<Feed> {
  const parts: Recording[] = [];
  for (const [index, input] of inputs.entries()) {
    const feed = fileFeed(input, context.open(input), context, `input-${index}`);
    const probe = await probeFeed(loader, feed, SETUP_ARGS, context);
    parts.push({ format: input.format, feed, probe, ...tracksOf(probe, to, context) });
  }
  const first = parts[0]!;
  const joined = parts.every((part) => follows(part, first, to)) ? chainOf(parts, context) : sequenceOf(parts);
  return {
    format: first.format,
    size: parts.reduce((sum, { feed }) => sum + feed.size, 0),
    files: Object.assign({}, ...parts.map(({ feed }) => feed.files)) as Feed['files'],
    ...joined,
  };
}

/** The tracks that the target has a place for: one of each kind. */
function tracksOf({ streams }: Probe, to: FormatId, context: RunContext): Pick<Recording, 'video' | 'audio'> {
  const container = containerOf(to);
  const sounds = container.audio ? streams.filter(({ kind }) => kind === 'audio') : [];
  const audio = preferred(sounds);
  if (audio && sounds.length > 1) context.warn(oneOf(sounds, audio, 'audio'));
  return { audio, video: container.video && streams.find(({ kind }) => kind === 'video') };
}
