import { programPeer } from './peer.ts';

export const sevenZip = programPeer({
  name: '7-Zip',
  programs: ['7zz', '7z'],
  versionArguments: ['i'],
  banner: /^7-Zip (?:\(z\) )?(?:\[\d+\] )?(\d+\.\d+)/m,
});

export const gzip = programPeer({
  name: 'gzip',
  programs: ['gzip'],
  versionArguments: ['--version'],
  banner: /^gzip (\d[\w.]*)/m,
  isBinary: true,
});

export const zstandard = programPeer({
  name: 'zstd',
  programs: ['zstd'],
  versionArguments: ['--version'],
  banner: /Zstandard CLI.*v(\d[\w.]*)/,
  isBinary: true,
});
