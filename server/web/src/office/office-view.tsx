import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { t } from '../i18n/index.ts';
import { readOffice } from './read.ts';
import type { Shown, ShownBlock, ShownCell, ShownSheet, ShownText } from '../../../../engine/preview/index.ts';

interface OfficeViewProps {
  readonly url: string;
  readonly format: string;
  readonly isWorkbook: boolean;
  readonly label: string;
  readonly onError: () => void;
}

/** The beginning of a document or a workbook: its texts, tables and pictures, without its fonts and pages. */
export function OfficeView({ url, format, isWorkbook, label, onError }: OfficeViewProps) {
  const shown = useSignal<Shown | undefined>(undefined);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    readOffice(url, { format, isWorkbook, signal }).then(
      (read) => (shown.value = read),
      () => signal.aborted || onError(),
    );
    return () => leaving.abort();
  }, [url]);
  if (!shown.value) return <p class="loading">{t('shell.loading')}</p>;
  const { blocks, sheets, isCut } = shown.value;
  return (
    <>
      <div class="preview-paper" tabindex={0} role="region" aria-label={label}>
        <Blocks blocks={blocks} />
        {sheets.map((sheet) => (
          <SheetView key={sheet.name} sheet={sheet} />
        ))}
      </div>
      {isCut && <p class="hint">{t('preview.cut')}</p>}
    </>
  );
}

function Blocks({ blocks }: { readonly blocks: readonly ShownBlock[] }) {
  return (
    <>
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </>
  );
}

function BlockView({ block }: { readonly block: ShownBlock }) {
  switch (block.kind) {
    case 'line': {
      const { heading, item, alignment, texts } = block;
      const names = [heading > 0 && `shown-heading-${Math.min(3, heading)}`, alignment && `shown-${alignment}`];
      return (
        <p dir="auto" class={names.filter(Boolean).join(' ')} data-level={item && Math.min(4, item.level + 1)}>
          {item && item.label !== '' && <span class="shown-label">{item.label} </span>}
          <Texts texts={texts} />
        </p>
      );
    }
    case 'table':
      return (
        <table>
          <tbody>
            {block.rows.map((cells, index) => (
              <RowView key={index} cells={cells} isHead={index < block.headerRows} />
            ))}
          </tbody>
        </table>
      );
    case 'image':
      return <Picture file={block.file} alternative={block.alternative} />;
    case 'code':
      return <pre dir="ltr">{block.text}</pre>;
    case 'group':
      return (
        <div class={block.label === '' ? 'shown-quote' : 'shown-group'}>
          {block.label !== '' && <p class="shown-label">{labelText(block.label)}</p>}
          <Blocks blocks={block.blocks} />
        </div>
      );
    case 'rule':
      return <hr />;
  }
}

/** Labels that the readers give slides and notes, in the language of the page. */
function labelText(label: string): string {
  const slide = /^Slide (\d+)/.exec(label);
  if (slide) return t('preview.slide', { number: Number(slide[1]) });
  return label === 'Notes' ? t('preview.notes') : label;
}

function RowView({ cells, isHead }: { readonly cells: readonly ShownCell[]; readonly isHead: boolean }) {
  return (
    <tr class={isHead ? 'shown-head' : undefined}>
      {cells.map(({ texts, columns, rows }, index) => (
        <td key={index} dir="auto" colSpan={columns} rowSpan={rows}>
          <Texts texts={texts} />
        </td>
      ))}
    </tr>
  );
}

function Texts({ texts }: { readonly texts: readonly ShownText[] }) {
  return (
    <>
      {texts.map(({ text, styles }, index) =>
        styles.length === 0 ? (
          text
        ) : (
          <span key={index} class={styles.map((style) => `shown-${style}`).join(' ')}>
            {text}
          </span>
        ),
      )}
    </>
  );
}

/** A picture of the file, or the words that stand for one that browsers do not show. */
function Picture({ file, alternative }: { readonly file: Blob | undefined; readonly alternative: string }) {
  const url = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(() => () => url && URL.revokeObjectURL(url), [url]);
  if (url === undefined) return alternative === '' ? null : <p class="shown-label">[{alternative}]</p>;
  return <img src={url} alt={alternative} />;
}

function SheetView({ sheet: { name, columns, rows } }: { readonly sheet: ShownSheet }) {
  return (
    <table class="shown-sheet">
      <caption dir="auto">{name}</caption>
      <thead>
        <tr>
          <td />
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ number, cells }) => (
          <tr key={number}>
            <th scope="row">{number}</th>
            {cells.map(({ text, isNumber }, index) => (
              <td key={index} dir="auto" class={isNumber ? 'shown-number' : undefined}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
