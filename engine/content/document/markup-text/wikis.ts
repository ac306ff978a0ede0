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
