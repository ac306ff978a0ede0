import { escapeXml, escapeXmlAttribute } from '../../../io/xml.ts';
import type { Pitch, Sounding } from './model.ts';

/* What stands above, below and between notes: decorations, texts and names of chords (ABC 2.1, 4.14 to 4.19). */

const ARTICULATIONS: Readonly<Record<string, string>> = {
  staccato: 'staccato',
  '.': 'staccato',
  accent: 'accent',
  '>': 'accent',
  emphasis: 'accent',
  L: 'accent',
  tenuto: 'tenuto',
  marcato: 'strong-accent',
  '^': 'strong-accent',
  wedge: 'staccatissimo',
  breath: 'breath-mark',
};
const ORNAMENTS: Readonly<Record<string, string>> = {
  trill: 'trill-mark',
  roll: 'turn',
  turn: 'turn',
  invertedturn: 'inverted-turn',
  lowermordent: 'mordent',
  mordent: 'mordent',
  uppermordent: 'inverted-mordent',
  pralltriller: 'inverted-mordent',
};
const TECHNICAL: Readonly<Record<string, string>> = {
  upbow: '<up-bow/>',
  downbow: '<down-bow/>',
  open: '<open-string/>',
  snap: '<snap-pizzicato/>',
  plus: '<stopped/>',
  '+': '<stopped/>',
  ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((finger) => [`${finger}`, `<fingering>${finger}</fingering>`])),
};
const DYNAMICS = /^(p{1,4}|f{1,4}|m[pf]|sfz)$/;
const WEDGES: Readonly<Record<string, string>> = {
  'crescendo(': 'crescendo',
  '<(': 'crescendo',
  'diminuendo(': 'diminuendo',
  '>(': 'diminuendo',
  'crescendo)': 'stop',
  '<)': 'stop',
  'diminuendo)': 'stop',
  '>)': 'stop',
};
const MARKS: Readonly<Record<string, string>> = { segno: '<segno/>', coda: '<coda/>' };
const WORDS: Readonly<Record<string, string>> = {
  fine: 'Fine',
  'D.C.': 'D.C.',
  'D.S.': 'D.S.',
  dacapo: 'Da Capo',
  dacoda: 'Da Coda',
  'D.C.alfine': 'D.C. al Fine',
  'D.C.alcoda': 'D.C. al Coda',
  'D.S.alfine': 'D.S. al Fine',
  'D.S.alcoda': 'D.S. al Coda',
};

/** Ties, slurs, brackets of tuplets and decorations of a note. */
export function notationsOf(event: Sounding, pitch: Pitch | undefined, isFirst: boolean): string {
  const pieces: string[] = [];
  if (pitch?.isProlonged) pieces.push('<tied type="stop"/>');
  if (pitch?.isTied) pieces.push('<tied type="start"/>');
  if (isFirst) {
    for (let at = 0; at < event.slursClosed; at++) pieces.push(`<slur number="${(at % 6) + 1}" type="stop"/>`);
    for (let at = 0; at < event.slursOpened; at++) pieces.push(`<slur number="${(at % 6) + 1}" type="start"/>`);
    if (event.tuplet?.edge) pieces.push(`<tuplet type="${event.tuplet.edge}"/>`);
    if (event.pitches.length > 0 || event.decorations.includes('fermata'))
      pieces.push(decorationsOf(event.decorations));
  }
  const inside = pieces.join('');
  return inside === '' ? '' : `<notations>${inside}</notations>`;
}

function decorationsOf(decorations: readonly string[]): string {
  const group = (
    element: string,
    table: Readonly<Record<string, string>>,
    tag = (name: string) => `<${name}/>`,
  ): string => {
    const inside = decorations.filter((name) => Object.hasOwn(table, name)).map((name) => tag(table[name]!));
    return inside.length === 0 ? '' : `<${element}>${inside.join('')}</${element}>`;
  };
  return [
    group('ornaments', ORNAMENTS),
    group('technical', TECHNICAL, (element) => element),
    group('articulations', ARTICULATIONS),
    decorations.some((name) => /^(inverted)?fermata$/.test(name)) ? '<fermata/>' : '',
    decorations.includes('arpeggio') ? '<arpeggiate/>' : '',
  ].join('');
}

/** Dynamics, wedges, segnos and texts in front of a note. */
export function directionsOf({ decorations, texts }: Sounding): string {
  const pieces: string[] = [];
  for (const name of decorations) {
    if (DYNAMICS.test(name)) pieces.push(direction('below', `<dynamics><${name}/></dynamics>`));
    const wedge = Object.hasOwn(WEDGES, name) ? WEDGES[name] : undefined;
    if (wedge) pieces.push(direction('below', `<wedge type="${wedge}"/>`));
    if (Object.hasOwn(MARKS, name)) pieces.push(direction('above', MARKS[name]!));
    if (Object.hasOwn(WORDS, name)) pieces.push(direction('above', `<words>${WORDS[name]}</words>`));
  }
  for (const each of texts) {
    const words = escapeXml(each.slice(1));
    if (words.trim() !== '')
      pieces.push(direction(each.startsWith('_') ? 'below' : 'above', `<words>${words}</words>`));
  }
  return pieces.join('');
}

function direction(placement: 'above' | 'below', type: string): string {
  return `<direction placement="${placement}"><direction-type>${type}</direction-type></direction>`;
}

const KINDS: Readonly<Record<string, string>> = {
  '': 'major',
  m: 'minor',
  min: 'minor',
  '7': 'dominant',
  maj7: 'major-seventh',
  M7: 'major-seventh',
  m7: 'minor-seventh',
  min7: 'minor-seventh',
  dim: 'diminished',
  aug: 'augmented',
  '+': 'augmented',
  '6': 'major-sixth',
  m6: 'minor-sixth',
  '9': 'dominant-ninth',
  sus: 'suspended-fourth',
  sus4: 'suspended-fourth',
  sus2: 'suspended-second',
};

/** Names of chords above a note; what is none is a text. */
export function harmonyOf({ chords }: Sounding): string {
  return chords.map(chordOf).join('');
}

function chordOf(chord: string): string {
  const match = /^\(?([A-G])([#b♯♭]?)([^/]{0,20}?)(?:\/([A-Ga-g])([#b♯♭]?))?\)?$/.exec(chord);
  if (!match) return direction('above', `<words>${escapeXml(chord)}</words>`);
  const [, root = '', sign = '', kind = '', bass, bassSign = ''] = match;
  const alter = (element: string, accidental: string): string =>
    accidental === '' ? '' : `<${element}>${/[#♯]/.test(accidental) ? 1 : -1}</${element}>`;
  const name = Object.hasOwn(KINDS, kind) ? KINDS[kind] : 'other';
  const shown = escapeXmlAttribute(kind);
  const below = bass ? `<bass><bass-step>${bass.toUpperCase()}</bass-step>${alter('bass-alter', bassSign)}</bass>` : '';
  return `<harmony><root><root-step>${root}</root-step>${alter('root-alter', sign)}</root><kind text="${shown}">${name}</kind>${below}</harmony>`;
}
