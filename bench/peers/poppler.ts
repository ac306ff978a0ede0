import { programPeer } from './peer.ts';

export const pdftotext = programPeer({
  name: 'pdftotext',
  programs: ['pdftotext'],
  versionArguments: ['-v'],
  banner: /^pdftotext version (\S+)/m,
  isBinary: true,
});
