import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { locale, t } from '../i18n/index.ts';
import { formatBytes } from '../i18n/quantities.ts';
import { FlameIcon } from '../shell/icons.tsx';
import { session } from '../shell/session.tsx';
import { addFiles } from './tasks.ts';

/** Files are dropped anywhere on the page, pasted, or chosen here. */
export function DropZone({ isSmall }: { readonly isSmall: boolean }) {
  const isOver = useSignal(false);
  // Before it is painted: who sees where to drop a file can drop it.
  useLayoutEffect(() => receiveFiles((over) => (isOver.value = over)), []);
  return (
    <label class={`drop-zone ${isSmall ? 'small' : ''} ${isOver.value ? 'over' : ''}`}>
      <input
        type="file"
        multiple
        onChange={({ currentTarget }) => {
          addFiles(currentTarget.files ?? []);
          currentTarget.value = ''; // the same file may be chosen again
        }}
      />
      <span class="drop-zone-fire">
        <FlameIcon />
      </span>
      <span class="drop-zone-title">{t(isSmall ? 'drop.more' : 'drop.title')}</span>
      <span class="drop-zone-hint">
        {t('drop.hint', { size: formatBytes(locale.value, session.value!.maxFileBytes) })}
      </span>
    </label>
  );
}

/** Listens on the whole page until the returned function is called. */
function receiveFiles(tell: (isOver: boolean) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
  const over = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    tell(true);
  };
  document.addEventListener('dragover', over, { signal });
  document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget ?? tell(false), { signal });
  document.addEventListener(
    'drop',
    (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      tell(false);
      addFiles(event.dataTransfer?.files ?? []);
    },
    { signal },
  );
  document.addEventListener('paste', receivePaste, { signal });
  return () => listening.abort();
}

/** Pasted files, or pasted text as a file. Text that is pasted into a field stays there. */
function receivePaste(event: ClipboardEvent): void {
  const { clipboardData, target } = event;
  const files = [...(clipboardData?.files ?? [])];
  if (files.length > 0) return addFiles(files);
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  const text = clipboardData?.getData('text/plain') ?? '';
  if (!isField && text.trim() !== '') addFiles([new File([text], 'pasted.txt', { type: 'text/plain' })]);
  return undefined;
}
