import { AccountForm } from '../account/account-form.tsx';
import { nextPage } from '../account/next-page.ts';
import { t } from '../i18n/index.ts';
import { showPage } from '../shell/page.tsx';
import { service } from '../shell/service.ts';

function SignInPage() {
  return (
    <div class="narrow">
      <h1>{t('title.signIn')}</h1>
      <AccountForm
        fields={['email', 'password']}
        submit={t('session.signIn')}
        onSubmit={async (credentials) => {
          await service.account.signIn(credentials);
          location.assign(nextPage(location.search));
        }}
      >
        <p>
          <a href={`/sign-up${location.search}`}>{t('session.signUp')}</a> ·{' '}
          <a href="/reset">{t('account.forgotten')}</a>
        </p>
      </AccountForm>
    </div>
  );
}

void showPage({ title: 'title.signIn', isPublic: true, children: <SignInPage /> });
