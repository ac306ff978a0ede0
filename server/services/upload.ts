/** An uploaded file in scratch space, with its name made safe. Whoever received it removes it. */
export interface Upload {
  readonly path: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}
