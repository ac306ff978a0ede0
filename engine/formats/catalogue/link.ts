import type { FormatTable } from '../format.ts';

/** A list of entries. */
const LIST = ['records'] as const;

/** Bookmarks, feeds and shortcuts: links with what is said of them. */
export const linkFormats = {
  bookmarks: {
    name: 'Browser bookmarks',
    mime: ['application/x-netscape-bookmarks'],
    extensions: ['html'],
    carries: LIST,
    text: /^\s*</,
    isAlso: ['html'],
  },
  chromebookmarks: {
    name: 'Chrome bookmarks',
    mime: ['application/x-chrome-bookmarks'],
    extensions: ['json'],
    carries: LIST,
    text: /^\s*\{/,
    isAlso: ['json', 'yaml', 'json5'],
  },
  xbel: {
    name: 'XBEL bookmarks',
    mime: ['application/x-xbel'],
    extensions: ['xbel'],
    carries: LIST,
    text: /^\s*</,
    isAlso: ['xml'],
  },
  adr: {
    name: 'Opera hotlist',
    mime: ['application/x-opera-hotlist'],
    extensions: ['adr'],
    carries: LIST,
    text: /^Opera Hotlist/,
  },
  rss: {
    name: 'RSS feed',
    mime: ['application/rss+xml'],
    extensions: ['rss'],
    carries: LIST,
    text: /^\s*</,
    isAlso: ['xml'],
  },
  atom: {
    name: 'Atom feed',
    mime: ['application/atom+xml'],
    extensions: ['atom'],
    carries: LIST,
    text: /^\s*</,
    isAlso: ['xml'],
  },
  jsonfeed: {
    name: 'JSON Feed',
    mime: ['application/feed+json'],
    extensions: ['json'],
    carries: LIST,
    text: /^\s*\{/,
    isAlso: ['json', 'yaml', 'json5'],
  },
  url: {
    name: 'Internet shortcut',
    mime: ['application/x-mswinurl'],
    extensions: ['url'],
    carries: LIST,
    text: /^\s*\[InternetShortcut\]/im,
    isAlso: ['ini'],
  },
  webloc: {
    name: 'macOS web location',
    mime: ['application/x-webloc'],
    extensions: ['webloc'],
    carries: LIST,
    text: /^\s*</,
    isAlso: ['plist', 'xml'],
  },
  desktop: {
    name: 'Linux desktop entry',
    mime: ['application/x-desktop'],
    extensions: ['desktop'],
    carries: LIST,
    text: /^\s*\[Desktop Entry\]/m,
    isAlso: ['ini'],
  },
} as const satisfies FormatTable;
