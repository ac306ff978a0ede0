import type { Codec } from '../contract/codec.ts';
import type { Facts } from '../contract/facts.ts';
import type { Judge } from '../contract/report.ts';
import { sharesLibrary } from './independence.ts';
import type { Job } from './job.ts';

interface Parties {
  /** Read the result again. */
  readonly reader: Codec | undefined;
  /** Wrote the result. */
  readonly writer: string | undefined;
}

/** Says who read the source, who wrote the result and who read it again, and whether the last two are independent. */
export function judgeOf({ engine: { registry } }: Job, source: Facts, { reader, writer }: Parties): Judge {
  return {
    ...(source.reader !== '' && { reads: source.reader }),
    ...(writer !== undefined && { writes: writer }),
    ...(reader && { judges: reader.id }),
    independent: reader !== undefined && (writer === undefined || !sharesLibrary(reader, registry.codec(writer))),
  };
}
