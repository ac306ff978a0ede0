import { latin1Of } from '../../io/bytes.ts';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** UTF-8, or Latin-1 where it cannot be that: POSIX archives do not say how their names are encoded. */
export function textOf(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return latin1Of(bytes);
  }
}
