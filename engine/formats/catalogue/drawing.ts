import type { FormatTable } from '../format.ts';

/** Images of lines and shapes; SVG is with the images of the web. */
export const drawingFormats = {
  svgz: {
    name: 'Compressed SVG',
    mime: ['image/svg+xml'],
    extensions: ['svgz'],
    carries: ['vector', 'text', 'look', 'figures', 'alpha', 'metadata'],
    isAlso: ['gz'],
  },
  wmf: {
    name: 'Windows Metafile',
    mime: ['image/wmf', 'image/x-wmf'],
    extensions: ['wmf'],
    carries: ['vector', 'text', 'look'],
    magic: [
      '\xd7\xcd\xc6\x9a',
      { bytes: '\x01\0\x09\0\0\x03', confidence: 0.9 },
      { bytes: '\x02\0\x09\0\0\x03', confidence: 0.9 },
    ],
  },
  emf: {
    name: 'Enhanced Metafile',
    mime: ['image/emf', 'image/x-emf'],
    extensions: ['emf'],
    carries: ['vector', 'text', 'look', 'figures'],
    magic: [{ bytes: '\x01\0\0\0', and: { at: 40, bytes: ' EMF' } }],
  },
  eps: {
    name: 'Encapsulated PostScript',
    mime: ['application/postscript', 'image/x-eps'],
    extensions: ['eps', 'epsf', 'epsi'],
    carries: ['vector', 'text', 'look', 'figures'],
    magic: [{ bytes: '\xc5\xd0\xd3\xc6', orNamed: ['ai'] }],
    isAlso: ['ps'],
  },
  ai: {
    name: 'Adobe Illustrator artwork',
    mime: ['application/illustrator'],
    extensions: ['ai'],
    carries: ['vector', 'text', 'look', 'figures', 'pages'],
    isAlso: ['pdf', 'eps', 'ps'],
  },
  cgm: {
    name: 'Computer Graphics Metafile',
    mime: ['image/cgm'],
    extensions: ['cgm'],
    carries: ['vector', 'text', 'look'],
    unmarked: true,
  },
  cdr: {
    name: 'CorelDRAW',
    mime: ['application/x-coreldraw'],
    extensions: ['cdr'],
    carries: ['vector', 'text', 'look', 'figures', 'pages'],
  },
  dwg: { name: 'AutoCAD drawing', mime: ['image/vnd.dwg'], extensions: ['dwg'], carries: ['vector', 'text', 'look'] },
  dxf: {
    name: 'Drawing Exchange Format',
    mime: ['image/vnd.dxf'],
    extensions: ['dxf'],
    carries: ['vector', 'text', 'look'],
    magic: ['AutoCAD Binary DXF'],
    text: /SECTION/,
  },
  indd: {
    name: 'InDesign document',
    mime: ['application/x-indesign'],
    extensions: ['indd'],
    carries: ['text', 'look', 'vector', 'figures', 'pages'],
  },
} as const satisfies FormatTable;
