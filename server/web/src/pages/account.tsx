import { useSignal } from '@preact/signals';
import { AccountForm } from '../account/account-form.tsx';
import { t } from '../i18n/index.ts';
import { showPage } from '../shell/page.tsx';
import { service } from '../shell/service.ts';
import { session } from '../shell/session.tsx';

function AccountPage() {
  const isChanged = useSignal(false);
  if (!session.value?.signInRequired) return <p class="empty">{t('account.local')}</p>;
  const signOut = async (): Promise<void> => {
    await service.account.signOut();
    location.assign('/');
  };
  return (
    <div class="narrow">
      <h1>{t('title.account')}</h1>
      <p class="account-name">
        <bdi>{session.value.email}</bdi>
        <button type="button" class="button" onClick={() => void signOut()}>
          {t('account.signOut')}
        </button>
      </p>
      <h2>{t('account.changePassword')}</h2>
      <AccountForm
        fields={['password', 'newPassword']}
        submit={t('account.setPassword')}
        onSubmit={async (change) => {
          await service.account.changePassword(change);
          isChanged.value = true;
        }}
      >
        {isChanged.value && (
          <p class="notice" role="status">
            {t('account.passwordSet')}
          </p>
        )}
      </AccountForm>
    </div>
  );
}

void showPage({ title: 'title.account', children: <AccountPage /> });
