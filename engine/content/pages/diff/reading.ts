import type { Difference } from '../../../contract/differences.ts';
import type { Facts } from '../../../contract/facts.ts';
import type { Expectation } from '../../../contract/report.ts';

export function* diffReading(
  _source: Facts,
  _outputs: readonly Facts[],
  _expectation: Expectation,
): Iterable<Difference> {}
