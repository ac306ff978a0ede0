/** An uploaded file in scratch space, with a safe file name. The receiver removes it. */
export interface Upload {
  readonly path: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}
