import { signal } from '@preact/signals';
import { t } from '../i18n/index.ts';
import { service } from './service.ts';

/** Whether somebody has to sign in before this page can do anything; undefined until it is known. */
export const isSignInNeeded = signal<boolean | undefined>(undefined);

service.session().then(
  ({ signInRequired, signedIn }) => {
    isSignInNeeded.value = signInRequired && !signedIn;
  },
  // What the page asks for next fails for the same reason, and says so.
  () => {
    isSignInNeeded.value = false;
  },
);

export function SignInNotice() {
  if (!isSignInNeeded.value) return null;
  return (
    <p class="notice" role="status">
      {t('session.signInFirst')} <a href="/sign-in">{t('session.signIn')}</a>
    </p>
  );
}
