import type { Hop, RunContext } from '../../contract/codec.ts';
import type { Artifact } from '../../contract/artifact.ts';
import type { CoreLoader } from './core.ts';
import { fileFeed, type Feed } from './feed.ts';
import { joinedFeed } from './film-parts.ts';
import { partsFeed } from './join-parts.ts';
import { picturesFeed } from './join-pictures.ts';

/** What the hop takes: one file, or several that are to be one. */
export async function feedOf(
  loader: CoreLoader,
  inputs: readonly Artifact[],
  hop: Hop,
  context: RunContext,
): Promise<Feed> {
  switch (hop.edge) {
    case 'join-pictures':
      return await picturesFeed(loader, inputs, hop, context);
    case 'join-sounds':
    case 'join-films':
      return await partsFeed(loader, inputs, hop, context);
    default: {
      const [source, ...pieces] = inputs as readonly [Artifact, ...Artifact[]];
      const feed = fileFeed(source, context.open(source), context);
      return hop.parts ? joinedFeed(feed, pieces, hop.parts, context) : feed;
    }
  }
}
