import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { formatName, locale, t } from '../i18n/index.ts';
import { formatBytes } from '../i18n/quantities.ts';
import { useLoaded } from '../shell/loaded.tsx';
import { PdfPages } from './pdf-pages.tsx';
import { type Viewable, viewKindOf } from './viewable.ts';

/** Characters of a text that are shown. */
const TEXT_SHOWN = 20_000;

interface PreviewProps {
  readonly source: Viewable | undefined;
  readonly result: Viewable;
}

/** The result beside its source, as far as the browser can show them. */
export function Preview({ source, result }: PreviewProps) {
  return (
    <div class="previews">
      {source && <View title={t('preview.source')} of={source} />}
      <View title={t('preview.result')} of={result} />
    </div>
  );
}

function View({ title, of }: { readonly title: string; readonly of: Viewable }) {
  return (
    <figure class="preview">
      <figcaption>
        <strong>{title}</strong> {of.format.toUpperCase()} · {formatBytes(locale.value, of.bytes)}
      </figcaption>
      <Content title={title} of={of} />
    </figure>
  );
}

function Content({ title, of }: { readonly title: string; readonly of: Viewable }) {
  const isBroken = useSignal(false);
  const onError = (): void => void (isBroken.value = true);
  const kind = viewKindOf(of.format);
  if (kind === 'none' || isBroken.value)
    return (
      <p class="preview-none">
        {t('preview.none', { format: formatName({ id: of.format, name: of.format.toUpperCase() }) })}
      </p>
    );
  const label = `${title}: ${of.name}`;
  switch (kind) {
    case 'image':
      return <img src={of.url} alt={label} onError={onError} />;
    case 'audio':
      return <audio src={of.url} controls preload="metadata" aria-label={label} onError={onError} />;
    case 'video':
      return <video src={of.url} controls preload="metadata" aria-label={label} onError={onError} />;
    case 'pdf':
      return <PdfPages url={of.url} label={label} onError={onError} />;
    case 'document':
    case 'workbook':
      return <Office of={of} isWorkbook={kind === 'workbook'} label={label} onError={onError} />;
    case 'text':
      return <Text url={of.url} label={label} onError={onError} />;
  }
}

interface OfficeProps {
  readonly of: Viewable;
  readonly isWorkbook: boolean;
  readonly label: string;
  readonly onError: () => void;
}

/** The readers of office files are loaded when one is shown. */
function Office({ of: { url, format }, ...view }: OfficeProps) {
  const { value: office } = useLoaded(() => import('../office/office-view.tsx'));
  if (!office) return <p class="loading">{t('shell.loading')}</p>;
  return <office.OfficeView {...{ url, format, ...view }} />;
}

function Text({ url, label, onError }: { readonly url: string; readonly label: string; readonly onError: () => void }) {
  const text = useSignal('');
  useEffect(() => {
    fetch(url)
      .then((answer) => answer.blob())
      .then((blob) => blob.slice(0, TEXT_SHOWN * 4).text())
      .then((read) => (text.value = read.slice(0, TEXT_SHOWN)), onError);
  }, [url]);
  return (
    <pre class="preview-text" dir="auto" tabindex={0} role="region" aria-label={label}>
      {text.value}
    </pre>
  );
}
