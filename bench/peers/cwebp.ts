import { programPeer } from './peer.ts';

export const cwebp = programPeer({
  name: 'cwebp',
  programs: ['cwebp'],
  versionArguments: ['-version'],
  banner: /^(\d+\.\d+\.\d+)/m,
  isBinary: true,
});
