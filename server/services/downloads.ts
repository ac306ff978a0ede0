import parseRange from 'range-parser';
import type { Blobs, OpenBlob } from '../stores/blobs.ts';
import type { Store } from '../stores/store.ts';
import { resultKey } from './job-inputs.ts';
import { type DownloadLinks, downloadExpired, type LinkQuery } from './download-links.ts';

export interface Download {
  readonly conversionId: string;
  readonly blob: OpenBlob;
  readonly fileName: string;
  readonly mimeType: string;
  readonly etag: string;
}

export interface Downloads {
  /**
   * Opens the result behind a signed link; the caller closes the blob. Throws `invalid_signature` or
   * `download_expired`. The latter also for erased results, because a link with our signature was valid once.
   */
  open(resultName: string, query: LinkQuery): Promise<Download>;
  /** Opens a result without a link, for a caller who is known to own it. */
  openResult(resultName: string): Promise<Download>;
}

export interface DownloadsDependencies {
  readonly links: DownloadLinks;
  readonly store: Store;
  readonly blobs: Blobs;
  readonly now: () => number;
}

export function createDownloads({ links, store, blobs, now }: DownloadsDependencies): Downloads {
  async function openResult(resultName: string): Promise<Download> {
    const record = await store.conversions.findResult(resultName);
    if (record?.status !== 'succeeded' || now() >= record.expiresAt!) throw downloadExpired();
    const blob = await blobs.open(resultKey(record.id, record.attempt));
    if (!blob) throw downloadExpired();
    const etag = `"${record.outputSha256!.slice(0, 32)}"`;
    const { id: conversionId, downloadName, mimeType } = record;
    return { conversionId, blob, fileName: downloadName!, mimeType: mimeType!, etag };
  }

  return {
    openResult,
    async open(resultName, query) {
      links.verify(resultName, query);
      return openResult(resultName);
    },
  };
}

export interface ByteRange {
  /** Both inclusive. */
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the range that a `Range` header asks for, with overlapping ranges combined. Undefined when the whole file is
 * the answer: no range, an invalid one, or several that do not touch.
 */
export function rangeOf(header: string, sizeBytes: number): ByteRange | 'unsatisfiable' | undefined {
  if (header === '') return undefined;
  const ranges = parseRange(sizeBytes, header, { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  const [range] = ranges;
  return range && { start: range.start, end: range.end };
}
