import { ConversionError } from '../../contract/errors.ts';
import type { OptionValues } from '../../formats/options.ts';
import { selectedPages } from '../pages/page-selection.ts';
import type { Sheet, Workbook } from './model.ts';

/** The sheets that the option `pages` names; all of them without it. */
export function sheetsToWrite({ sheets }: Workbook, { pages }: Pick<OptionValues, 'pages'>): Sheet[] {
  return selectedPages(pages, sheets.length).map((index) => sheets[index]!);
}

export function withoutValues(): ConversionError {
  return new ConversionError({
    code: 'empty_file',
    message: 'The workbook has no cells with values, so that there is no table to write.',
  });
}
