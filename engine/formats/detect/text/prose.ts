import type { FormatId } from '../../index.ts';
import { found, type Finding } from '../finding.ts';

/** Signs of a markup language; each kind counts once, however often it is there. */
const SIGNS: Partial<Record<FormatId, readonly RegExp[]>> = {
  md: [
    /^#{1,6} \S/m,
    /^(```|~~~)\w*[ \t]*$/m,
    /\[[^\]\n]+\]\([^)\s]+[^)\n]*\)/,
    /^[ \t]*[-*+] \S.*\n[ \t]*[-*+] \S/m,
    /^[ \t]*\|?([ \t]*:?-{3,}:?[ \t]*\|)+([ \t]*:?-{3,}:?[ \t]*)?\|?[ \t]*$/m,
    /(\*\*|__)\S[^*_\n]*\S\1/,
    /^\[[^\]\n]+\]:[ \t]*\S+/m,
    /^> \S/m,
    /^---\n([\w-]+:.*\n)+---\n/,
    /(?<!`)`[^`\n]+`(?!`)/,
    /^\S.*\n(={3,}|-{3,})[ \t]*\n/m,
  ],
  rst: [
    /^\.\. [\w-]+::/m,
    /^\.\. _[^:\n]+:/m,
    /:(ref|doc|class|func|meth|mod|math|code):`/,
    /``[^`\n]+``/,
    /`[^`\n]+`_/,
    /^([=~^"'*+#-])\1{3,}\n\S.*\n\1{4,}$/m,
    /^:[A-Z]\w+: \S/m,
    /::\n\n\s+\S/,
  ],
  asciidoc: [
    /^={1,5} \S.*$/m,
    /^:[\w-]+:( .*)?$/m,
    /^\[(source|NOTE|TIP|quote|cols|options|\[)[^\]]*\]/m,
    /^-{4,}$/m,
    /^(NOTE|TIP|WARNING|IMPORTANT|CAUTION): /m,
    /^include::/m,
    /^\|===$/m,
  ],
  mediawiki: [
    /^={2,5}[^=\n]+={2,5}[ \t]*$/m,
    /'''[^'\n]+'''/,
    /\[\[[^\]\n]+\]\]/,
    /^\{\|/m,
    /<(ref|nowiki)[ >]/,
    /\{\{[^}\n]+\}\}/,
  ],
  org: [
    /^\*+ (TODO |DONE )?\S/m,
    /^#\+\w+:/m,
    /^[ \t]*:PROPERTIES:$/m,
    /\[\[[^\]\n]+\]\[[^\]\n]+\]\]/,
    /^#\+(BEGIN|begin)_\w+/m,
  ],
  twiki: [/^---\+{1,6}!* *\S/m, /\[\[[^\]\n]+\]\[[^\]\n]+\]\]/, /^(?: {3})+[*\d] \S/m, /%[A-Z]+(\{[^}\n]*\})?%/],
  dokuwiki: [
    /^(={2,6}) \S.* \1[ \t]*$/m,
    /\/\/[^/\n]+\/\//,
    /\[\[[^\]|\n]+\|[^\]\n]+\]\]/,
    /^ {2,}[*-] \S/m,
    /^\^ .+\^[ \t]*$/m,
    /<(code|file)( \w+)?>/,
  ],
  jira: [
    /^h[1-6]\. \S/m,
    /\{(code|noformat|quote|panel|color)(:[^}\n]*)?\}/,
    /^\|\|.*\|\|[ \t]*$/m,
    /\[[^\]|\n]+\|https?:[^\]\n]+\]/,
    /^(bq\.|[*#-]+) \S/m,
  ],
  bbcode: [
    /\[(b|i|u|s)\][^[\n]*\[\/\1\]/i,
    /\[url(=[^\]\n]*)?\]/i,
    /\[(quote|code|list|table)(=[^\]\n]*)?\]/i,
    /\[img\]/i,
    /\[(h[1-6]|size=[^\]\n]*)\]/i,
  ],
  textile: [/^h[1-6]\. \S/m, /^(bq|p|fn\d+)\. \S/m, /"[^"\n]+":(https?:|\/)\S+/, /^\|_\. /m],
};
/** Two kinds of markers are a language, one may be chance. */
const KINDS_WANTED = 2;
const LINES = 600;
const LINE_CHARS = 400;

/** Light markup by its markers; the one with most kinds wins, Markdown in doubt. */
export function detectMarkup(text: string): Finding | undefined {
  const plain = beginningOf(text);
  const scores = Object.entries(SIGNS).map(([format, signs]) => ({
    format: format as FormatId,
    kinds: signs.filter((sign) => sign.test(plain)).length,
  }));
  const best = scores.reduce((a, b) => (b.kinds > a.kinds ? b : a));
  const isHeadedMarkdown = best.kinds < KINDS_WANTED && /^# \S.*\n\n/.test(plain);
  if (isHeadedMarkdown) return found('md', 0.6);
  return best.kinds >= KINDS_WANTED ? found(best.format, Math.min(0.55 + 0.07 * best.kinds, 0.85)) : undefined;
}

/** Enough to tell a language by; long lines are cut, as patterns take quadratic time on them. */
function beginningOf(text: string): string {
  return text
    .split(/\r?\n/, LINES)
    .map((line) => line.slice(0, LINE_CHARS))
    .join('\n');
}
