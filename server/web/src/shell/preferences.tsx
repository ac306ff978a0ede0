import { signal } from '@preact/signals';
import { changeLocale, locale, t } from '../i18n/index.ts';
import { type Locale, LOCALES } from '../i18n/locales.ts';
import { LanguageIcon, ThemeIcon } from './icons.tsx';
import { remember } from './remembered.ts';

export function LanguageChoice() {
  return (
    <span class="preference">
      <LanguageIcon />
      <select
        aria-label={t('shell.language')}
        value={locale.value}
        onChange={({ currentTarget }) => void changeLocale(currentTarget.value as Locale, { keep: true })}
      >
        {Object.entries(LOCALES).map(([id, { name }]) => (
          <option key={id} value={id} lang={id}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const root = document.documentElement;
const theme = signal<Theme>((root.dataset.theme as Theme | undefined) ?? 'system');

export function ThemeChoice() {
  return (
    <span class="preference">
      <ThemeIcon />
      <select
        aria-label={t('shell.theme')}
        value={theme.value}
        onChange={({ currentTarget }) => changeTheme(currentTarget.value as Theme)}
      >
        {THEMES.map((id) => (
          <option key={id} value={id}>
            {t(`theme.${id}`)}
          </option>
        ))}
      </select>
    </span>
  );
}

function changeTheme(chosen: Theme): void {
  theme.value = chosen;
  if (chosen === 'system') delete root.dataset.theme;
  else root.dataset.theme = chosen;
  remember('theme', chosen === 'system' ? undefined : chosen);
}
