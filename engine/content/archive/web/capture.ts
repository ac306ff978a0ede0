import { utf8Bytes } from '../../../io/bytes.ts';
import type { RawEntry } from '../model.ts';
import { PathsOfAddresses } from './paths.ts';

/** What was asked for on the web, and what came. */
export interface Capture {
  /** As the file calls it: `response`, `revisit`, `request` … */
  readonly kind: string;
  readonly address: string;
  readonly method?: string;
  readonly status?: number;
  readonly contentType?: string;
  /** Milliseconds since 1970. */
  readonly timeMs?: number;
  /** Milliseconds that it took. */
  readonly durationMs?: number;
  /** What came, without what it was packed for the way by; undefined where the file does not hold it. */
  readonly content?: Uint8Array;
}

/** The list of all captures, beside the folders of their hosts. */
const LIST = 'captures.csv';
const COLUMNS = 'time,kind,method,status,content_type,bytes,duration_ms,address,file';

/** What came from the web as files in the folders of their addresses, and a list of all captures. */
export function entriesOfCaptures(captures: readonly Capture[]): RawEntry[] {
  const paths = new PathsOfAddresses(captures.filter(({ content }) => content).map(({ address }) => address));
  const files: RawEntry[] = [];
  const lines = [COLUMNS];
  for (const capture of captures) {
    const { address, contentType, content, timeMs } = capture;
    const path = content && paths.take(address, contentType);
    if (path !== undefined)
      files.push({ path, kind: 'file', sizeBytes: content!.byteLength, modifiedMs: timeMs, content: () => content! });
    lines.push(lineOf(capture, path));
  }
  const list = utf8Bytes(`${lines.join('\n')}\n`);
  return [{ path: LIST, kind: 'file', sizeBytes: list.byteLength, content: () => list }, ...files];
}

function lineOf(capture: Capture, path: string | undefined): string {
  const { kind, address, method, status, contentType, timeMs, durationMs, content } = capture;
  const time = timeMs === undefined ? undefined : new Date(timeMs).toISOString();
  return [time, kind, method, status, contentType, content?.byteLength, durationMs, address, path].map(cell).join(',');
}

function cell(value: string | number | undefined): string {
  const text = String(value ?? '');
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A time as RFC 3339 has it; undefined for what is none. */
export function timeOf(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isFinite(time) ? time : undefined;
}
