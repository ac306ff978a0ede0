import type { Sounding } from './model.ts';

/** Flags of a note: an eighth has one. */
export function levelsOf(length: number): number {
  let levels = 0;
  for (let value = 1 / 4; length < value && levels < 8; value /= 2) levels++;
  return levels;
}

/**
 * Beams of notes that stand without a space between them (ABC 2.1, 4.7), for each level what MusicXML calls it. Grace
 * notes between them do not end a beam, and have their own.
 */
export function beamsOf(events: readonly Sounding[]): ReadonlyMap<Sounding, readonly string[]> {
  const beams = new Map<Sounding, readonly string[]>();
  for (const isGrace of [false, true]) {
    let group: Sounding[] = [];
    const close = (): void => {
      if (group.length > 1) for (const [index, event] of group.entries()) beams.set(event, beamsWithin(group, index));
      group = [];
    };
    let isBroken = false;
    for (const event of events) {
      if ((event.grace !== undefined) !== isGrace) {
        if (isGrace) close();
        else isBroken ||= !event.isJoined;
        continue;
      }
      const hasFlags = event.pitches.length > 0 && levelsOf(event.length) > 0;
      if (!hasFlags || !event.isJoined || isBroken) close();
      isBroken = false;
      if (hasFlags) group.push(event);
    }
    close();
  }
  return beams;
}

function beamsWithin(group: readonly Sounding[], index: number): string[] {
  const levels = (at: number): number => (group[at] ? levelsOf(group[at].length) : 0);
  const names: string[] = [];
  for (let level = 1; level <= levels(index); level++) {
    const [before, after] = [levels(index - 1) >= level, levels(index + 1) >= level];
    names.push(before ? (after ? 'continue' : 'end') : after ? 'begin' : index > 0 ? 'backward hook' : 'forward hook');
  }
  return names;
}
