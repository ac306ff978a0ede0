import type { FormatTable } from '../format.ts';

/** A list of entries. */
const LIST = ['records'] as const;

/** Colours to choose from. */
export const paletteFormats = {
  swatches: {
    name: 'Adobe Swatch Exchange',
    mime: ['application/x-adobe-swatch-exchange'],
    extensions: ['ase'],
    carries: LIST,
    magic: ['ASEF'],
  },
  aco: {
    name: 'Photoshop swatches',
    mime: ['application/x-photoshop-swatches'],
    extensions: ['aco'],
    carries: LIST,
    unmarked: true,
  },
  act: {
    name: 'Photoshop colour table',
    mime: ['application/x-photoshop-colour-table'],
    extensions: ['act'],
    carries: LIST,
    unmarked: true,
  },
  gpl: {
    name: 'GIMP palette',
    mime: ['application/x-gimp-palette'],
    extensions: ['gpl'],
    carries: LIST,
    text: /^GIMP Palette/,
  },
  jascpal: {
    name: 'Paint Shop Pro palette',
    mime: ['application/x-jasc-palette'],
    extensions: ['pal'],
    carries: LIST,
    text: /^JASC-PAL/,
  },
  riffpal: {
    name: 'Microsoft palette',
    mime: ['application/x-riff-palette'],
    extensions: ['pal'],
    carries: LIST,
  },
  hexpal: {
    name: 'Hex palette',
    mime: ['text/x-hex-palette'],
    extensions: ['hex'],
    carries: LIST,
    text: /^\s*[0-9a-fA-F]{6}\s*$/m,
  },
  paintnet: {
    name: 'Paint.NET palette',
    mime: ['text/x-paint-net-palette'],
    extensions: ['txt'],
    carries: LIST,
    text: /^;?\s*paint\.net/i,
    isAlso: ['txt'],
  },
  soc: {
    name: 'OpenOffice colour table',
    mime: ['application/x-openoffice-colour-table'],
    extensions: ['soc'],
    carries: LIST,
    text: /^\s*</,
    isAlso: ['xml'],
  },
  sketchpalette: {
    name: 'Sketch palette',
    mime: ['application/x-sketch-palette'],
    extensions: ['sketchpalette'],
    carries: LIST,
    text: /^\s*\{/,
    isAlso: ['json', 'yaml', 'json5'],
  },
  kpl: {
    name: 'Krita palette',
    mime: ['application/x-krita-palette'],
    extensions: ['kpl'],
    carries: LIST,
    isAlso: ['zip'],
  },
} as const satisfies FormatTable;
