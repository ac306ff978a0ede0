import { programPeer } from './peer.ts';

/** Puts images into PDFs as they are: Debian's ImageMagick may not write PDFs. */
export const img2pdf = programPeer({
  name: 'img2pdf',
  programs: ['img2pdf'],
  versionArguments: ['--version'],
  banner: /^img2pdf (\d+(?:\.\d+)+)/m,
});
