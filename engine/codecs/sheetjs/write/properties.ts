import type { CoreProperties } from '../../../models/office-package.ts';
import type { Workbook } from '../../../models/office/workbook.ts';

/** What a workbook says of itself, as far as its reader tells. */
export function propertiesOf({ title, properties }: Workbook): CoreProperties {
  return properties ?? (title === undefined ? {} : { title });
}
