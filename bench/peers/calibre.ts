import { programPeer } from './peer.ts';

/** Calibre's converter of books, which most people use. */
export const calibre = programPeer({
  name: 'Calibre',
  programs: ['ebook-convert'],
  versionArguments: ['--version'],
  banner: /calibre (\d+(?:\.\d+)+)/,
});
