import type { DataScalar } from './model.ts';
import type { CellTexts } from './cell-texts.ts';
import type { Columns } from './columns.ts';

/** A table of texts by columns, with the type that the values of each column have in common. */
export interface ColumnTable extends Columns {
  readonly batches: readonly ColumnBatch[];
  /** The value of a cell whose column has another type than text. */
  valueOf(text: string, column: number): DataScalar;
}

/** Some rows of it, as many as Arrow has in a record batch. */
export interface ColumnBatch {
  readonly rows: number;
  /** None for a column without a cell in these rows. */
  readonly columns: readonly (CellTexts | undefined)[];
}
