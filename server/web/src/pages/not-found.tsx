import { t } from '../i18n/index.ts';
import { showPage } from '../shell/page.tsx';

/** What a browser sees at an address that is none. */
function NotFoundPage() {
  return (
    <div class="narrow">
      <h1>{t('title.notFound')}</h1>
      <p>{t('notFound.text')}</p>
      <p>
        <a href="/">{t('notFound.home')}</a>
      </p>
    </div>
  );
}

void showPage({ title: 'title.notFound', isPublic: true, children: <NotFoundPage /> });
