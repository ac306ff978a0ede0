import { hasMarker, indexOfMarker } from './byte-fields.ts';
import { found, type Detector } from './finding.ts';

/** RealMedia: the types of its streams are in the first chunks, and tell a video from sound alone. */
export const detectRealMedia: Detector = async ({ head }) => {
  if (!hasMarker(head, '.RMF')) return undefined;
  const hasVideo = indexOfMarker(head, 'video/x-pn-') >= 0;
  const hasAudio = indexOfMarker(head, 'audio/x-pn-') >= 0;
  return hasAudio && !hasVideo ? found('ra', 1, ['rm']) : found('rm', 1, ['ra']);
};
