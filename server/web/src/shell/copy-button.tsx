import { useSignal } from '@preact/signals';
import { t } from '../i18n/index.ts';
import { CheckIcon, CopyIcon } from './icons.tsx';

const SHOWN_MS = 2_000;

/** Copies a text, and confirms it. */
export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const isCopied = useSignal(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    isCopied.value = true;
    setTimeout(() => (isCopied.value = false), SHOWN_MS);
  };
  return (
    <button type="button" class="button quiet" onClick={() => void copy()}>
      {isCopied.value ? <CheckIcon /> : <CopyIcon />}
      <span aria-live="polite">{isCopied.value ? t('copy.done') : (label ?? t('copy.copy'))}</span>
    </button>
  );
}
