import type { FormatId } from '../../../formats/index.ts';
import type { LightMarkup } from './light.ts';

/** `//italic//` in wikis would otherwise take addresses apart. */
const ADDRESS = { pattern: /\bdata:[\w/+.-]+;base64,[A-Za-z0-9+/=]+/g };

const CREOLE_LIKE = {
  constructs: [
    { pattern: /\{\{\s*([^|{}\n]*)(?:\|([^{}\n]*))?\}\}/g, counts: 'figures' },
    { pattern: /\[\[[^|[\]\n]*\|([^[\]\n]*)\]\]/g, counts: 'links', text: 1 },
    { pattern: /\[\[([^|[\]\n]*)\]\]/g, counts: 'links', text: 1 },
    ADDRESS,
  ],
  heading: /^\s*={1,6}[^=].*$/,
} as const satisfies LightMarkup;

/** Wiki languages. */
export const WIKIS: Partial<Record<FormatId, LightMarkup>> = {
  mediawiki: {
    notes: ['<ref', '</ref>'],
    hidden: [['<!--', '-->']],
    constructs: [
      { pattern: /\[\[(?:File|Image|Datei|Fichier):(?:[^|[\]\n]*\|)*([^|[\]\n]*)\]\]/gi, counts: 'figures' },
      { pattern: /\[\[(?:Category|Kategorie):[^\]\n]*\]\]/gi },
      { pattern: /\[\[[^|[\]\n]*\|([^[\]\n]*)\]\]/g, counts: 'links', text: 1 },
      { pattern: /\[\[([^|[\]\n]*)\]\]/g, counts: 'links', text: 1 },
      { pattern: /\[(?:https?|ftp|mailto):[^\s\]]+ ([^\]\n]*)\]/g, counts: 'links', text: 1 },
      { pattern: /^\{\|.*$/g, counts: 'tables' },
      { pattern: /^[|!](?:[\w-]+="[^"\n]*" *)+\|(?!\|)/g },
      { pattern: /(?<=^[|!] ?)(?:[\w-]+="[^"\n]*" *)+\|(?!\|)/g },
      { pattern: /^\|[-}].*$|^\|\+/g },
      { pattern: /__\w+__/g },
      { pattern: /'{2,5}/g, text: '' },
      ADDRESS,
    ],
    heading: /^={1,6}[^=].*=\s*$/,
    html: true,
  },
  dokuwiki: {
    notes: ['((', '))'],
    formulas: [['$$', '$$']],
    dollars: true,
    constructs: [
      { pattern: /^<(?:code|file)\b[^>\n]*>|<\/(?:code|file)>/g },
      { pattern: /\{\{[^|{}\n]*(?:\|[^{}\n]*)?\}\}/g, counts: 'figures' },
      { pattern: /\[\[[^|[\]\n]*\|([^[\]\n]*)\]\]/g, counts: 'links', text: 1 },
      { pattern: /\[\[([^|[\]\n]*)\]\]/g, counts: 'links', text: 1 },
      { pattern: /<([\w.+-]{1,64}@[\w.-]{1,255})>/g, counts: 'links', text: 1 },
      { pattern: /%%/g },
    ],
    heading: /^\s*(={2,6})[^=].*\1\s*$/,
    tableLine: /^\s*[|^].*[|^]\s*$/,
    html: true,
  },
  zimwiki: {
    constructs: [
      { pattern: /^\{\{\{code:.*$|^\}\}\}$/g },
      { pattern: /\*\*\{Note:\*\*|\*\*\}\*\*/g },
      ...CREOLE_LIKE.constructs,
    ],
    silent: /^(?:Content-Type|Wiki-Format|Creation-Date): |^\|[-:|]+\|$/,
    heading: CREOLE_LIKE.heading,
    tableLine: /^\|.*\|\s*$/,
  },
  creole: { ...CREOLE_LIKE, tableLine: /^\s*\|.*$/ },
  vimwiki: {
    dollars: true,
    constructs: [
      { pattern: /^%(?:title|date)\b/g },
      { pattern: /^\s*\{\{[{$].*$|^\s*\}\}[}$]\s*$/g },
      ...CREOLE_LIKE.constructs,
      { pattern: /\[[^\]\n]*\]\((?:[^()\n]*)\)/g, counts: 'links' },
    ],
    silent: /^%(?:toc|template|nohtml)\b|^\s*%%/,
    heading: CREOLE_LIKE.heading,
    tableLine: /^\s*\|.*\|\s*$/,
    metadata: /^%(?:title|date) /m,
    html: true,
  },
  xwiki: {
    formulas: [['{{formula}}', '{{/formula}}']],
    constructs: [
      { pattern: /\[\[image:[^\]\n]*\]\]/g, counts: 'figures' },
      { pattern: /\[\[([^\]\n]*)(?:>>)[^\]\n>]*\]\]/g, counts: 'links', text: 1 },
      { pattern: /\[\[([^\]\n]*)\]\]/g, counts: 'links', text: 1 },
      { pattern: /\{\{\/?[a-z]+\b[^{}\n]*\}\}/g },
      ADDRESS,
    ],
    heading: /^={1,6} ?[^=].*=\s*$/,
    tableLine: /^\|/,
  },
  twiki: {
    constructs: [
      { pattern: /\[\[[^[\]\n]*\]\[([^[\]\n]*)\]\]/g, counts: 'links', text: 1 },
      { pattern: /\[\[([^[\]\n]*)\]\]/g, counts: 'links', text: 1 },
      { pattern: /%[A-Z]+(?:\{[^}\n]*\})?%/g },
    ],
    heading: /^---\+{1,6}/,
    tableLine: /^\s*\|.*\|\s*$/,
    html: true,
  },
  tikiwiki: {
    constructs: [
      { pattern: /\{(?:img|picture)\b[^{}\n]*\}/gi, counts: 'figures' },
      { pattern: /\(\([^()|\n]*\|([^()\n]*)\)\)/g, counts: 'links', text: 1 },
      { pattern: /\[[^|[\]\n]*\|([^|[\]\n]*)(?:\|[^[\]\n]*)?\]/g, counts: 'links', text: 1 },
      { pattern: /\{\/?[A-Z]+(?:\([^)\n]*\))?\}/g },
      { pattern: /~\/?(?:np|pp)~/g },
    ],
    heading: /^!{1,6}/,
    tableLine: /^\|\|/,
  },
  jira: {
    note: /^\\?\[\d+\] /,
    constructs: [
      { pattern: /\{anchor:[^}\n]*\}/g },
      { pattern: /\{\/?(?:code|noformat|quote|panel|color|section|column)(?::[^}\n]*)?\}/g },
      { pattern: /\{\{([^{}\n]*)\}\}/g, text: 1 },
      { pattern: /!(?=\S)[^!\n|\s]+(?:\|[^!\n]*)?!/g, counts: 'figures' },
      { pattern: /\[([^[\]|\n]+)\|[^[\]\n]+\]/g, counts: 'links', text: 1 },
      { pattern: /\[((?:https?|mailto):[^[\]\n]+|[~#^][^[\]\n]+)\]/g, counts: 'links', text: 1 },
      { pattern: /^(?:h[1-6]|bq)\. /g },
      { pattern: /\{[~^]\}/g, text: '' },
      { pattern: /&bsol;/g },
      ADDRESS,
    ],
    heading: /^h[1-6]\. /,
    tableLine: /^\|/,
  },
  bbcode: {
    constructs: [
      { pattern: /\[img\b[^\]\n]*\][^[\n]*\[\/img\]/gi, counts: 'figures' },
      { pattern: /\[url\b[^\]\n]*\]/gi, counts: 'links' },
      { pattern: /\[table\]/gi, counts: 'tables' },
      {
        pattern:
          /\[\/?(?:b|i|u|s|url|list|quote|code|table|tr|td|th|size|color|font|center|sub|sup|h[1-6]|hr|spoiler|youtube)(?:=[^\]\n]*)?\]/gi,
      },
    ],
  },
};
