/** A file that is sent in several requests, which different processes may receive. */
export interface UploadRecord {
  readonly id: string;
  readonly accountId: string;
  readonly fileName: string;
  /** Bytes of the whole file. */
  readonly sizeBytes: number;
  /** Bytes that are stored, in parts without gaps. */
  readonly offset: number;
  /** How many parts there are. */
  readonly parts: number;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export type NewUpload = Pick<UploadRecord, 'id' | 'accountId' | 'fileName' | 'sizeBytes' | 'expiresAt'>;

export interface UploadPart {
  /** Key of the blob with its bytes. */
  readonly key: string;
  readonly sizeBytes: number;
}

/** What is known of uploads; their bytes are blobs. One that has expired is there for `removeExpired` only. */
export interface UploadStore {
  /** False when the account has `maxUploads` already. Safe when several processes do it at once. */
  add(upload: NewUpload, options: { readonly maxUploads: number; readonly now: number }): Promise<boolean>;
  /** Undefined for another account's. */
  find(accountId: string, id: string, now: number): Promise<UploadRecord | undefined>;
  /** Appends a part. False when there is no such upload, or when it does not end at this offset. */
  addPart(id: string, part: UploadPart & { readonly offset: number }, now: number): Promise<boolean>;
  /** In their order. */
  listParts(id: string): Promise<readonly UploadPart[]>;
  /** Returns the parts, whose blobs are no longer needed; undefined when the account has no such upload. */
  remove(accountId: string, id: string): Promise<readonly UploadPart[] | undefined>;
  /** Removes what has expired, and returns the parts. */
  removeExpired(now: number): Promise<readonly UploadPart[]>;
  /** Those of the keys that belong to a part. */
  filterKeys(keys: readonly string[]): Promise<ReadonlySet<string>>;
}
