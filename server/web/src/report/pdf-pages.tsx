import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/index.ts';
import { type OpenPdf, openPdf } from './open-pdf.ts';

interface PdfPagesProps {
  readonly url: string;
  readonly label: string;
  readonly onError: () => void;
}

/** The pages of a PDF, one at a time. */
export function PdfPages({ url, label, onError }: PdfPagesProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pdf = useSignal<OpenPdf | undefined>(undefined);
  const page = useSignal(1);
  useEffect(() => {
    let opened: OpenPdf | undefined;
    let isLeft = false;
    openPdf(url).then((found) => {
      opened = found;
      if (isLeft) found.close();
      else pdf.value = found;
    }, onError);
    return () => {
      isLeft = true;
      opened?.close();
    };
  }, [url]);
  useEffect(() => {
    pdf.value?.draw(page.value, canvas.current!).catch(onError);
  }, [pdf.value, page.value]);
  const count = pdf.value?.pages ?? 1;
  const turn = (by: number) => (
    <button
      type="button"
      class="button"
      disabled={page.value + by < 1 || page.value + by > count}
      onClick={() => (page.value += by)}
    >
      {t(by < 0 ? 'preview.back' : 'preview.next')}
    </button>
  );
  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${label}, ${t('preview.page', { page: page.value, pages: count })}`}
      />
      {count > 1 && (
        <div class="preview-pages">
          {turn(-1)} <span role="status">{t('preview.page', { page: page.value, pages: count })}</span> {turn(1)}
        </div>
      )}
    </>
  );
}
