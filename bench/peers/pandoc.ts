import { programPeer } from './peer.ts';

export const pandoc = programPeer({
  name: 'pandoc',
  programs: ['pandoc'],
  versionArguments: ['--version'],
  banner: /^pandoc (\d+(?:\.\d+)+)/m,
  isBinary: true,
});
