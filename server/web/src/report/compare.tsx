import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Finished } from '../../../client/index.ts';
import { t } from '../i18n/index.ts';
import { useLoaded } from '../shell/loaded.tsx';
import { sameOrigin } from '../shell/service.ts';
import { type Viewable, viewKindOf } from './viewable.ts';

export interface CompareProps {
  readonly result: Finished;
  /** The file and its format, lower case; absent where there were several. */
  readonly source?: { readonly file: File; readonly format: string } | undefined;
}

/** Shows the result beside its source once it is unfolded. Nothing where neither can be shown. */
export function Compare({ result, source }: CompareProps) {
  const isShown = useSignal(false);
  const shown: Viewable = {
    name: result.downloadName ?? result.fileName,
    format: result.files ? 'zip' : result.targetFormat.toLowerCase(),
    bytes: result.fileSize ?? 0,
    url: sameOrigin(result.downloadUrl),
  };
  if (viewKindOf(shown.format) === 'none') return null;
  return (
    <details class="compare" onToggle={({ currentTarget }) => (isShown.value = currentTarget.open)}>
      <summary>{t(source ? 'preview.compare' : 'preview.show')}</summary>
      {isShown.value && <Loaded result={shown} source={source} />}
    </details>
  );
}

function Loaded({ result, source }: { readonly result: Viewable; readonly source: CompareProps['source'] }) {
  const { value: preview } = useLoaded(() => import('./preview.tsx'));
  const url = useMemo(() => source && URL.createObjectURL(source.file), [source?.file]);
  useEffect(() => () => url && URL.revokeObjectURL(url), [url]);
  if (!preview) return <p class="loading">{t('shell.loading')}</p>;
  const viewed = source && { name: source.file.name, format: source.format, bytes: source.file.size, url: url! };
  return <preview.Preview source={viewed} result={result} />;
}
