import type { FormatTable } from '../format.ts';

/** A list of entries. */
const LIST = ['records'] as const;

/** Texts of programs and documents with their translations. */
export const translationFormats = {
  po: {
    name: 'Gettext catalogue',
    mime: ['text/x-gettext-translation'],
    extensions: ['po'],
    carries: LIST,
    text: /\bmsgid\b/,
  },
  pot: {
    name: 'Gettext template',
    mime: ['text/x-gettext-translation-template'],
    extensions: ['pot'],
    carries: LIST,
    text: /\bmsgid\b/,
  },
  mo: {
    name: 'Compiled gettext catalogue',
    mime: ['application/x-gettext-translation'],
    extensions: ['mo', 'gmo'],
    carries: LIST,
    magic: ['\xde\x12\x04\x95', '\x95\x04\x12\xde'],
  },
  xliff: {
    name: 'XLIFF 1.2',
    mime: ['application/x-xliff+xml'],
    extensions: ['xlf', 'xliff'],
    carries: LIST,
    text: /^\s*</,
    isAlso: ['xml'],
  },
  xliff2: {
    name: 'XLIFF 2.0',
    mime: ['application/xliff+xml'],
    extensions: ['xlf', 'xliff'],
    carries: LIST,
    text: /^\s*</,
    isAlso: ['xliff', 'xml'],
  },
  tmx: {
    name: 'Translation memory',
    mime: ['application/x-tmx+xml'],
    extensions: ['tmx'],
    carries: LIST,
    text: /^\s*</,
    isAlso: ['xml'],
  },
  qtts: {
    name: 'Qt Linguist translation',
    mime: ['text/vnd.qt.linguist'],
    extensions: ['ts'],
    carries: LIST,
    text: /^\s*</,
    isAlso: ['xml'],
  },
  xcstrings: {
    name: 'Xcode string catalogue',
    mime: ['application/x-xcstrings'],
    extensions: ['xcstrings'],
    carries: LIST,
    text: /^\s*\{/,
    isAlso: ['json', 'yaml', 'json5'],
  },
  androidstrings: {
    name: 'Android strings',
    mime: ['application/x-android-strings+xml'],
    extensions: ['xml'],
    carries: LIST,
    text: /^\s*</,
    isAlso: ['xml'],
  },
  applestrings: {
    name: 'Apple strings',
    mime: ['text/x-apple-strings'],
    extensions: ['strings'],
    carries: LIST,
    text: /[=;]/,
  },
  stringsdict: {
    name: 'Apple plural strings',
    mime: ['application/x-apple-stringsdict'],
    extensions: ['stringsdict'],
    carries: LIST,
    text: /^\s*</,
    isAlso: ['plist', 'xml'],
  },
  resx: {
    name: '.NET resources',
    mime: ['application/x-microsoft-resx'],
    extensions: ['resx'],
    carries: LIST,
    text: /^\s*</,
    isAlso: ['xml'],
  },
  arb: {
    name: 'Application Resource Bundle',
    mime: ['application/x-arb+json'],
    extensions: ['arb'],
    carries: LIST,
    text: /^\s*\{/,
    isAlso: ['json', 'yaml', 'json5'],
  },
} as const satisfies FormatTable;
