import { programPeer } from './peer.ts';

/** librsvg's program, the most used renderer of SVG. */
export const rsvgConvert = programPeer({
  name: 'rsvg-convert',
  programs: ['rsvg-convert'],
  versionArguments: ['--version'],
  banner: /^rsvg-convert version (\d+(?:\.\d+)+)/m,
  isBinary: true,
});
