import { AccountForm } from '../account/account-form.tsx';
import { nextPage } from '../account/next-page.ts';
import { t } from '../i18n/index.ts';
import { showPage } from '../shell/page.tsx';
import { service } from '../shell/service.ts';

function SignUpPage() {
  return (
    <div class="narrow">
      <h1>{t('title.signUp')}</h1>
      <AccountForm
        fields={['email', 'newPassword']}
        submit={t('session.signUp')}
        onSubmit={async ({ email, newPassword: password }) => {
          await service.account.signUp({ email, password });
          // Fails where the address had an account with another password.
          await service.account.signIn({ email, password });
          location.assign(nextPage(location.search));
        }}
      >
        <p>
          <a href={`/sign-in${location.search}`}>{t('account.haveOne')}</a> ·{' '}
          <a href="/reset">{t('account.forgotten')}</a>
        </p>
      </AccountForm>
    </div>
  );
}

void showPage({ title: 'title.signUp', isPublic: true, children: <SignUpPage /> });
