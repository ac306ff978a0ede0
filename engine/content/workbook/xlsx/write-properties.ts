import type { CoreProperties } from '../../document/ooxml/package.ts';
import type { Workbook } from '../model.ts';

/** What a workbook says of itself, as far as its reader tells. */
export function propertiesOf({ title, properties }: Workbook): CoreProperties {
  return properties ?? (title === undefined ? {} : { title });
}
