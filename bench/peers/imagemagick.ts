import { programPeer } from './peer.ts';

/** Distributions put their own first; another `convert` earlier on the PATH may only call it. */
export const imageMagick = programPeer({
  name: 'ImageMagick',
  programs: ['magick', '/usr/bin/convert', 'convert'],
  versionArguments: ['-version'],
  banner: /^Version: ImageMagick (\S+)/m,
  isBinary: true,
});
