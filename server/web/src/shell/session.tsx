import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t } from '../i18n/index.ts';
import { service } from './service.ts';

type Session = Awaited<ReturnType<typeof service.session>>;

/** What every service takes. */
const MB_50 = 52_428_800;

/** The signed-in user; undefined until it is known. */
export const session = signal<Session | undefined>(undefined);

service.session().then(
  (known) => {
    session.value = known;
  },
  // The next request of the page fails for the same reason, and reports it.
  () => {
    session.value = { signInRequired: false, signedIn: false, requestBytes: MB_50, maxFileBytes: MB_50, plans: [] };
  },
);

/** Asks how many conversions a visitor has left. Users see theirs on the dashboard. */
export function countTrial(): void {
  if (session.value?.trial)
    service.session().then(
      (known) => {
        session.value = known;
      },
      // What was known is shown.
      () => {},
    );
}

/** A link to sign in, or to the account; nothing where signing in is not required. */
export function SessionLink() {
  const { signInRequired = false, signedIn = false, email } = session.value ?? {};
  if (!signInRequired) return null;
  if (!signedIn) return <a href="/sign-in">{t('session.signIn')}</a>;
  return (
    <a href="/account" dir={email === undefined ? undefined : 'ltr'}>
      {email ?? t('title.account')}
    </a>
  );
}

/** Shows its children to users who may see them, and a link to sign in to all others. */
export function SignedIn({ children }: { readonly children: ComponentChildren }) {
  if (!session.value) return <p class="loading">{t('shell.loading')}</p>;
  const { signInRequired, signedIn } = session.value;
  if (!signInRequired || signedIn) return <>{children}</>;
  const next = encodeURIComponent(location.pathname);
  return (
    <div class="hero">
      <h1>{t('session.title')}</h1>
      <p class="lead">{t('session.lead')}</p>
      <p class="task-actions">
        <a class="button primary" href={`/sign-in?next=${next}`}>
          {t('session.signIn')}
        </a>
        <a class="button" href={`/sign-up?next=${next}`}>
          {t('session.signUp')}
        </a>
      </p>
    </div>
  );
}
