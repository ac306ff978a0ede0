import { useSignal } from '@preact/signals';
import { AccountForm } from '../account/account-form.tsx';
import { t } from '../i18n/index.ts';
import { showPage } from '../shell/page.tsx';
import { service } from '../shell/service.ts';

/** Sets a new password with the token of a mail; without a token, requests that mail. */
function ResetPage() {
  const token = new URLSearchParams(location.search).get('token');
  const isDone = useSignal(false);
  return (
    <div class="narrow">
      <h1>{t('title.reset')}</h1>
      {isDone.value ? (
        <p class="notice" role="status">
          {t(token === null ? 'account.mailSent' : 'account.passwordSet')} <a href="/sign-in">{t('session.signIn')}</a>
        </p>
      ) : token === null ? (
        <AccountForm
          fields={['email']}
          submit={t('account.sendMail')}
          onSubmit={async ({ email }) => {
            await service.account.requestReset(email);
            isDone.value = true;
          }}
        />
      ) : (
        <AccountForm
          fields={['newPassword']}
          submit={t('account.setPassword')}
          onSubmit={async ({ newPassword: password }) => {
            await service.account.resetPassword({ token, password });
            isDone.value = true;
          }}
        />
      )}
    </div>
  );
}

void showPage({ title: 'title.reset', isPublic: true, children: <ResetPage /> });
