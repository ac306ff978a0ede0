import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';

/** Refuses a job of too many pages of a PDF; `advice` says what is limited, and what to do. */
export function refusePagesBeyond(found: number, { pages: allowed }: Limits, advice: string): void {
  if (found <= allowed) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `The PDF has ${found} pages; at most ${allowed} are ${advice}`,
    details: { limit: 'pages', allowed, found },
  });
}
