export const LOCALES = {
  en: { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
  fr: { name: 'Français', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  zh: { name: '简体中文', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
} as const;

export type Locale = keyof typeof LOCALES;

/** Returns the first preferred language that exists, whatever its region; otherwise English. */
export function chooseLocale(wanted: readonly (string | null)[]): Locale {
  for (const tag of wanted) {
    const language = tag?.split('-', 1)[0]!.toLowerCase() ?? '';
    if (isLocale(language)) return language;
  }
  return 'en';
}

export function isLocale(language: string): language is Locale {
  return Object.hasOwn(LOCALES, language);
}
