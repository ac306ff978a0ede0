import type { FormatTable } from '../format.ts';

export const fontFormats = {
  ttf: { name: 'TrueType font', mime: ['font/ttf'], extensions: ['ttf'], carries: ['glyphs', 'metadata'] },
  otf: { name: 'OpenType font', mime: ['font/otf'], extensions: ['otf'], carries: ['glyphs', 'metadata'] },
  woff: { name: 'Web Open Font Format', mime: ['font/woff'], extensions: ['woff'], carries: ['glyphs', 'metadata'] },
  woff2: {
    name: 'Web Open Font Format 2',
    mime: ['font/woff2'],
    extensions: ['woff2'],
    carries: ['glyphs', 'metadata'],
  },
  eot: {
    name: 'Embedded OpenType',
    mime: ['application/vnd.ms-fontobject'],
    extensions: ['eot'],
    carries: ['glyphs', 'metadata'],
  },
  ttc: {
    name: 'TrueType collection',
    mime: ['font/collection'],
    extensions: ['ttc', 'otc'],
    carries: ['glyphs', 'pages', 'metadata'],
  },
  svgfont: {
    name: 'SVG font',
    mime: ['image/svg+xml'],
    extensions: ['svg'],
    carries: ['glyphs'],
  },
  pfb: {
    name: 'PostScript Type 1 font (binary)',
    mime: ['application/x-font-type1'],
    extensions: ['pfb'],
    carries: ['glyphs', 'metadata'],
    magic: ['\x80\x01'],
  },
  pfa: {
    name: 'PostScript Type 1 font (ASCII)',
    mime: ['application/x-font-type1'],
    extensions: ['pfa'],
    carries: ['glyphs', 'metadata'],
  },
  cff: {
    name: 'Compact Font Format',
    mime: ['application/x-font-cff'],
    extensions: ['cff'],
    carries: ['glyphs', 'metadata'],
    unmarked: true,
  },
  dfont: {
    name: 'Mac data-fork font',
    mime: ['application/x-dfont'],
    extensions: ['dfont'],
    carries: ['glyphs', 'metadata'],
  },
  bdf: {
    name: 'Glyph Bitmap Distribution Format',
    mime: ['application/x-font-bdf'],
    extensions: ['bdf'],
    carries: ['glyphs', 'metadata'],
  },
  pcf: {
    name: 'Portable Compiled Font',
    mime: ['application/x-font-pcf'],
    extensions: ['pcf'],
    carries: ['glyphs', 'metadata'],
    magic: ['\x01fcp'],
  },
  afm: { name: 'Adobe font metrics', mime: ['application/x-font-afm'], extensions: ['afm'], carries: ['metadata'] },
  ttx: {
    name: 'TTX font dump',
    mime: ['application/x-font-ttx+xml'],
    extensions: ['ttx'],
    carries: ['glyphs', 'metadata'],
    text: /^\s*</,
    isAlso: ['xml'],
  },
} as const satisfies FormatTable;
