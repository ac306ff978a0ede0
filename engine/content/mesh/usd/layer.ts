/** Names a prim or a property of one. */
export interface Path {
  readonly path: string;
}

/** Names a file. */
export interface Asset {
  readonly asset: string;
}

/** Tuples and arrays of numbers are one list of numbers, whatever is within what. */
export type Value = number | string | boolean | Path | Asset | Float64Array | readonly Value[] | undefined;

export interface Property {
  /** With what follows a colon or a point: `inputs:file`, `inputs:st.connect`. */
  readonly name: string;
  readonly type: string;
  readonly value: Value;
  readonly metadata: ReadonlyMap<string, Value>;
}

/** Whether a prim is there, or adds to one, or is a pattern for others; in the order of their numbers. */
export const SPECIFIERS = ['def', 'over', 'class'] as const;

/** A prim as its layer describes it. */
export interface Prim {
  readonly specifier: (typeof SPECIFIERS)[number];
  /** Empty where it has none. */
  readonly type: string;
  readonly name: string;
  readonly path: string;
  readonly metadata: ReadonlyMap<string, Value>;
  readonly properties: ReadonlyMap<string, Property>;
  readonly children: readonly Prim[];
}

export interface Layer {
  readonly metadata: ReadonlyMap<string, Value>;
  readonly prims: readonly Prim[];
}
