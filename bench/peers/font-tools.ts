import { programPeer } from './peer.ts';

/** Converts fonts by programs of its users; `-lang=ff` is its own little language. */
export const fontForge = programPeer({
  name: 'FontForge',
  programs: ['fontforge'],
  versionArguments: ['-version'],
  banner: /Version: (\d{8})/,
});

/** A library of Python, with the Brotli library in C: what most people pack web fonts with. */
export const fontTools = programPeer({
  name: 'fontTools',
  programs: ['/usr/bin/python3', 'python3'],
  versionArguments: ['-I', '-c', "import brotli, fontTools; print('fontTools', fontTools.version)"],
  banner: /^fontTools (\S+)/m,
});
