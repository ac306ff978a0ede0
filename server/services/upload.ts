import type { ServiceError } from '../errors.ts';

/** An uploaded file in scratch space, with a safe file name. The receiver removes it. */
export interface Upload {
  readonly path: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** A file that could not be fetched from its address. */
export class FailedImport {
  readonly address: string;
  readonly error: ServiceError;

  constructor(address: string, error: ServiceError) {
    this.address = address;
    this.error = error;
  }
}
