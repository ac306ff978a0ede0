import type { OptionValues } from '../../formats/options.ts';
import type { TypstDocument } from './compiler.ts';
import { FONT_RULES, houseStyle, pageRules } from './style.ts';

/** A text as its author wrote it: it gets fonts that exist, and the paper that the caller asks for. */
export function foreignText(text: string, options: OptionValues): TypstDocument {
  return withFront([FONT_RULES, pageRules(options)], text, new Map());
}

/** A text that says what its parts are, and not how they look. */
export function styledText(
  text: string,
  companions: ReadonlyMap<string, Uint8Array>,
  options: OptionValues,
): TypstDocument {
  return withFront([FONT_RULES, houseStyle(options)], text, companions);
}

function withFront(rules: readonly string[], text: string, companions: ReadonlyMap<string, Uint8Array>): TypstDocument {
  const front = `${rules.filter((rule) => rule !== '').join('\n')}\n`;
  return { source: front + text, companions, ownLines: front.split('\n').length - 1 };
}
