import { type ComponentChildren, render } from 'preact';
import { useEffect } from 'preact/hooks';
import { type MessageKey, startLocale, t } from '../i18n/index.ts';
import { FurnaceMark } from './icons.tsx';
import { LanguageChoice, ThemeChoice } from './preferences.tsx';
import { SessionLink, SignedIn } from './session.tsx';

const PLACES = [
  { id: 'convert', href: '/' },
  { id: 'history', href: '/history' },
  { id: 'dashboard', href: '/dashboard' },
  { id: 'docs', href: '/docs' },
] as const;

export interface PageProps {
  /** The entry of the navigation that the page belongs to, if any. */
  readonly place?: (typeof PLACES)[number]['id'];
  readonly title: MessageKey;
  /** Whether the page needs no session. */
  readonly isPublic?: boolean;
  readonly children: ComponentChildren;
}

/** The frame around the content of every page. */
function Page({ place, title, isPublic = false, children }: PageProps) {
  const text = t(title);
  useEffect(() => {
    document.title = `${text} · Athanor`;
  }, [text]);
  return (
    <>
      <a class="skip-link" href="#content">
        {t('shell.skip')}
      </a>
      <header class="site-header">
        <a class="brand" href="/">
          <FurnaceMark />
          <span>Athanor</span>
        </a>
        <nav aria-label={t('shell.navigation')}>
          <ul>
            {PLACES.map(({ id, href }) => (
              <li key={id}>
                <a href={href} aria-current={id === place ? 'page' : undefined}>
                  {t(`place.${id}`)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="preferences">
          <SessionLink />
          <LanguageChoice />
          <ThemeChoice />
        </div>
      </header>
      <main id="content" tabindex={-1}>
        {isPublic ? children : <SignedIn>{children}</SignedIn>}
      </main>
      <footer class="site-footer">
        <p>{t('shell.footer')}</p>
      </footer>
    </>
  );
}

/** Renders a page once its language is loaded. */
export async function showPage(page: PageProps): Promise<void> {
  await startLocale();
  render(<Page {...page} />, document.getElementById('app')!);
}
