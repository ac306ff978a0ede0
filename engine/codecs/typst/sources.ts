import type { RunContext } from '../../codec.ts';
import type { OptionValues } from '../../formats/options.ts';
import type { TypstDocument } from './compiler.ts';
import { typstOfHtml } from './html/document.ts';
import { FONT_RULES, houseStyle, pageRules, tableOfContents } from './style.ts';

type Companions = ReadonlyMap<string, Uint8Array>;

/** A text as its author wrote it: it gets fonts that exist, and the paper that the caller asks for. */
export function foreignText(text: string, options: OptionValues): TypstDocument {
  return withFront([FONT_RULES, pageRules(options)], text, new Map());
}

/** A text that says what its parts are, and not how they look. */
export function styledText(text: string, companions: Companions, options: OptionValues): TypstDocument {
  return withFront([FONT_RULES, houseStyle(options), tableOfContents(options)], text, companions);
}

/** A page of HTML: its own style over that of the house. */
export function webPage(
  html: string,
  companions: Companions,
  options: OptionValues,
  context: RunContext,
): TypstDocument {
  const { source, files } = typstOfHtml(html, companions, options, context);
  return withFront([FONT_RULES, houseStyle(options)], source, files);
}

function withFront(rules: readonly string[], text: string, companions: Companions): TypstDocument {
  const front = `${rules.filter((rule) => rule !== '').join('\n')}\n`;
  return { source: front + text, companions, ownLines: front.split('\n').length - 1 };
}
