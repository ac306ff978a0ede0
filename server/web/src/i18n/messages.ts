import { isLocale, LOCALES } from './locales.ts';

/** A text, or one for each plural category of the language. */
export type Message = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
export type Catalogue = Readonly<Record<string, Message>>;
export type Values = Readonly<Record<string, string | number>>;

/**
 * First strong isolate and pop directional isolate: a name in another script does not affect the direction around it.
 */
const [ISOLATE, END_OF_ISOLATE] = ['\u2068', '\u2069'];

/** Fills in a message: `{name}` stands for a value, and `{count}` selects the plural form. */
export function formatMessage(locale: string, message: Message, values: Values = {}): string {
  return textOf(locale, message, values).replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    if (value === undefined) return placeholder;
    if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value);
    return isRightToLeft(locale) ? ISOLATE + value + END_OF_ISOLATE : value;
  });
}

function isRightToLeft(locale: string): boolean {
  return isLocale(locale) && LOCALES[locale].direction === 'rtl';
}

function textOf(locale: string, message: Message, { count }: Values): string {
  if (typeof message === 'string') return message;
  const category = new Intl.PluralRules(locale).select(Number(count));
  return message[category] ?? message.other ?? '';
}
