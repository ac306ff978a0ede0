import { programPeer } from './peer.ts';

export const pdftotext = programPeer({
  name: 'pdftotext',
  programs: ['pdftotext'],
  versionArguments: ['-v'],
  banner: /^pdftotext version (\S+)/m,
  isBinary: true,
});

export const pdftoppm = programPeer({
  name: 'pdftoppm',
  programs: ['pdftoppm'],
  versionArguments: ['-v'],
  banner: /^pdftoppm version (\S+)/m,
  isBinary: true,
});
