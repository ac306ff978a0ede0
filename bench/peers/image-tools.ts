import { programPeer } from './peer.ts';

/** libaom by its own program. */
export const avifenc = programPeer({
  name: 'avifenc',
  programs: ['avifenc'],
  versionArguments: ['--version'],
  banner: /^Version: (\d+\.\d+\.\d+)/m,
  isBinary: true,
});

export const cjxl = programPeer({
  name: 'cjxl',
  programs: ['cjxl'],
  versionArguments: ['--version'],
  banner: /^cjxl v?(\d+\.\d+\.\d+)/m,
  isBinary: true,
});

/** libheif's program; it knows no question for its version alone, and prints it with its usage. */
export const heifConvert = programPeer({
  name: 'heif-convert',
  programs: ['heif-convert'],
  versionArguments: ['--help'],
  banner: /^ heif-(?:convert|enc)\s+libheif version: (\d+\.\d+\.\d+)/m,
  isBinary: true,
});

/** Makes the HEIC files of the bench: nothing of ours writes them. */
export const heifEnc = programPeer({
  name: 'heif-enc',
  programs: ['heif-enc'],
  versionArguments: ['--help'],
  banner: /^ heif-(?:convert|enc)\s+libheif version: (\d+\.\d+\.\d+)/m,
  isBinary: true,
});
