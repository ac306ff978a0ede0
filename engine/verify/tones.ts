import type { Warning } from '../contract/codec.ts';
import { formatOf, type FormatId } from '../formats/index.ts';

/** What a target that shows fewer shades than its source makes of a picture; what turns grey is told by the plan. */
export function warningOfTones(from: FormatId, to: FormatId): Warning | undefined {
  const before = formatOf(from).tones;
  const after = formatOf(to).tones;
  if (after === 'bilevel' && before !== 'bilevel')
    return shadesReduced(`${to} holds only black and white: shades became patterns of dots.`);
  if (after === 'palette' && before === undefined)
    return shadesReduced(`${to} holds at most 256 colours: where the picture has more, the nearest were taken.`);
  return undefined;
}

function shadesReduced(message: string): Warning {
  return { code: 'shades_reduced', message };
}
