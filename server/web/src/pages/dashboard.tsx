import { Conversions } from '../dashboard/conversions.tsx';
import { Keys } from '../dashboard/keys.tsx';
import { Presets } from '../dashboard/presets.tsx';
import { Usage } from '../dashboard/usage.tsx';
import { Webhooks } from '../dashboard/webhooks.tsx';
import { t } from '../i18n/index.ts';
import { showPage } from '../shell/page.tsx';

function DashboardPage() {
  return (
    <>
      <div class="hero compact">
        <h1>{t('dashboard.title')}</h1>
      </div>
      <div class="dashboard">
        <Usage />
        <Keys />
        <Presets />
        <Webhooks />
        <Conversions />
      </div>
    </>
  );
}

void showPage({ place: 'dashboard', title: 'title.dashboard', children: <DashboardPage /> });
