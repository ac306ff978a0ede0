import { programPeer } from './peer.ts';

/** The Open Asset Import Library, natively: its program prints its version among other lines. */
export const assimp = programPeer({
  name: 'Assimp',
  programs: ['assimp'],
  versionArguments: ['version'],
  banner: /^Version (\d[\w.]*)/m,
  isBinary: true,
});

export const ogr2ogr = programPeer({
  name: 'ogr2ogr',
  programs: ['ogr2ogr'],
  versionArguments: ['--version'],
  banner: /^GDAL (\d[\d.]*)/m,
  isBinary: true,
});

export const fluidSynth = programPeer({
  name: 'FluidSynth',
  programs: ['fluidsynth'],
  versionArguments: ['--version'],
  banner: /^FluidSynth runtime version (\d[\d.]*)/m,
  isBinary: true,
});

export const inkscape = programPeer({
  name: 'Inkscape',
  programs: ['inkscape'],
  versionArguments: ['--version'],
  banner: /^Inkscape (\d[\d.]*)/m,
  isBinary: true,
});
