import type { Step, RunContext } from '../../contract/codec.ts';
import type { Artifact } from '../../contract/artifact.ts';
import type { CoreLoader } from './core.ts';
import { fileFeed, type Feed } from './feed.ts';
import { joinedFeed } from './film-parts.ts';
import { partsFeed } from './join-parts.ts';
import { picturesFeed } from './join-pictures.ts';

/** What the step takes: one file, or several that are to be one. */
export async function feedOf(
  loader: CoreLoader,
  inputs: readonly Artifact[],
  step: Step,
  context: RunContext,
): Promise<Feed> {
  switch (step.edge) {
    case 'join-pictures':
      return await picturesFeed(loader, inputs, step, context);
    case 'join-sounds':
    case 'join-films':
      return await partsFeed(loader, inputs, step, context);
    default: {
      const [source, ...pieces] = inputs as readonly [Artifact, ...Artifact[]];
      const feed = fileFeed(source, context.open(source), context);
      return step.partitions ? joinedFeed(feed, pieces, step.partitions, context) : feed;
    }
  }
}
