import { programPeer } from './peer.ts';

/** libvips' command for small previews: it decodes a JPEG at an eighth of its size where that is enough. */
export const vipsthumbnail = programPeer({
  name: 'vipsthumbnail',
  programs: ['vipsthumbnail'],
  versionArguments: ['--vips-version'],
  banner: /^libvips (\d+\.\d+\.\d+)/m,
  isBinary: true,
});
