import { escapeXml } from '../../../io/xml.ts';
import type { Change, Clef, Key, Measure, Meter, Pitch, Sounding, Syllable, Tempo, Tune, Voice } from './model.ts';
import { beamsOf } from './beams.ts';
import { notationsOf, directionsOf, harmonyOf } from './signs.ts';

/* MusicXML 4.0 of a tune in ABC: a part for each voice. */

const TYPES: readonly (readonly [number, string])[] = [
  [4, 'long'],
  [2, 'breve'],
  [1, 'whole'],
  [1 / 2, 'half'],
  [1 / 4, 'quarter'],
  [1 / 8, 'eighth'],
  [1 / 16, '16th'],
  [1 / 32, '32nd'],
  [1 / 64, '64th'],
  [1 / 128, '128th'],
  [1 / 256, '256th'],
  [1 / 512, '512th'],
  [1 / 1024, '1024th'],
];
/** What stands before the score in a file. */
export const MUSICXML_PROLOG = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">
`;

/** A tune as a score in MusicXML 4.0, without what stands before it in a file. */
export function writeMusicXml(tune: Tune): string {
  const divisions = divisionsOf(tune);
  const measures = Math.max(...tune.voices.map((voice) => voice.measures.length));
  const parts = tune.voices.map((voice, index) => partOf(voice, index, { divisions, measures }));
  const names = tune.voices.map(
    ({ name }, index) => `<score-part id="P${index + 1}"><part-name>${escapeXml(name)}</part-name></score-part>`,
  );
  const creator =
    tune.composer === ''
      ? ''
      : `<identification><creator type="composer">${escapeXml(tune.composer)}</creator></identification>`;
  const title = tune.title === '' ? '' : `<work><work-title>${escapeXml(tune.title)}</work-title></work>`;
  return `<score-partwise version="4.0">${title}${creator}${creditsOf(tune)}<part-list>${names.join('')}</part-list>
${parts.join('\n')}
</score-partwise>
`;
}

/** Title, subtitles, kind of dance and composer as they stand above the first system. */
function creditsOf({ title, subtitles, rhythm, composer }: Tune): string {
  const credit = (value: string, look: string): string =>
    value === '' ? '' : `<credit page="1"><credit-words ${look}>${escapeXml(value)}</credit-words></credit>`;
  return [
    credit(title, 'justify="center" valign="top" font-size="24"'),
    ...subtitles.map((each) => credit(each, 'justify="center" valign="top" font-size="16"')),
    credit(rhythm, 'justify="left" valign="bottom" font-size="10"'),
    credit(composer, 'justify="right" valign="bottom" font-size="10"'),
  ].join('');
}

interface Scale {
  readonly divisions: number;
  readonly measures: number;
}

/** Divisions of a quarter by which all lengths are whole numbers. */
function divisionsOf({ voices }: Tune): number {
  let parts = 1;
  let odd = 1;
  for (const { measures } of voices)
    for (const { events } of measures)
      for (const event of events) {
        if (event.kind !== 'sounding' || event.grace) continue;
        while ((event.length * 4 * parts) % 1 !== 0 && parts < 4096) parts *= 2;
        const actual = event.tuplet?.actual ?? 1;
        odd = Math.min(leastMultiple(odd, actual), 5040);
      }
  return parts * odd;
}

function leastMultiple(a: number, b: number): number {
  const divisor = (x: number, y: number): number => (y === 0 ? x : divisor(y, x % y));
  return (a * b) / divisor(a, b);
}

function partOf({ measures }: Voice, index: number, scale: Scale): string {
  const written: string[] = [];
  // All parts have as many measures as the longest.
  for (let at = 0; at < scale.measures; at++) {
    const measure = measures[at];
    const inside = measure
      ? contentOf(measure, measures[at + 1], { divisions: scale.divisions, isFirst: at === 0 })
      : '';
    written.push(`<measure number="${at + 1}">${inside}</measure>`);
  }
  return `<part id="P${index + 1}">\n${written.join('\n')}\n</part>`;
}

function contentOf(
  measure: Measure,
  next: Measure | undefined,
  { divisions, isFirst }: { readonly divisions: number; readonly isFirst: boolean },
): string {
  const pieces: string[] = [leftBar(measure)];
  const sounding = measure.events.filter((event): event is Sounding => event.kind === 'sounding');
  const beams = beamsOf(sounding);
  let voice = 1;
  let elapsed = 0;
  let attributes: Change[] = [];
  const flush = (): void => {
    const isStart = isFirst && pieces.length === 1;
    if (attributes.length > 0 || isStart) pieces.push(attributesOf(attributes, isStart ? divisions : undefined));
    attributes = [];
  };
  for (const event of measure.events) {
    if (event.kind === 'key' || event.kind === 'clef' || event.kind === 'meter') {
      attributes.push(event);
      continue;
    }
    flush();
    if (event.kind === 'tempo') pieces.push(tempoOf(event.tempo));
    else if (event.kind === 'part')
      pieces.push(
        `<direction placement="above"><direction-type><words font-weight="bold">${escapeXml(event.text)}</words></direction-type></direction>`,
      );
    else if (event.kind === 'overlay') {
      pieces.push(`<backup><duration>${elapsed}</duration></backup>`);
      elapsed = 0;
      voice++;
    } else {
      pieces.push(
        harmonyOf(event),
        directionsOf(event),
        notesOf(event, { divisions, voice, beams: beams.get(event) ?? [] }),
      );
      if (!event.grace) elapsed += durationOf(event, divisions);
    }
  }
  flush();
  pieces.push(rightBar(measure, next));
  return pieces.join('');
}

function durationOf({ length, tuplet }: Sounding, divisions: number): number {
  const whole = length * 4 * divisions;
  return Math.max(1, Math.round(tuplet ? (whole * tuplet.normal) / tuplet.actual : whole));
}

function attributesOf(changes: readonly Change[], divisions: number | undefined): string {
  const last = <Kind extends Change['kind']>(kind: Kind): (Change & { kind: Kind }) | undefined =>
    changes.findLast((each): each is Change & { kind: Kind } => each.kind === kind);
  const [key, meter, clef] = [last('key'), last('meter'), last('clef')];
  return [
    '<attributes>',
    divisions === undefined ? '' : `<divisions>${divisions}</divisions>`,
    key ? keyOf(key.key) : '',
    meter?.meter ? timeOf(meter.meter) : '',
    clef ? clefOf(clef.clef) : divisions === undefined ? '' : clefOf({ sign: 'G', line: 2, octaves: 0 }),
    '</attributes>',
  ].join('');
}

function keyOf({ fifths, mode, others }: Key): string {
  if (others.size === 0 || mode === 'none')
    return `<key><fifths>${fifths}</fifths>${mode === 'none' ? '' : `<mode>${mode}</mode>`}</key>`;
  const standard = fifths > 0 ? [...'FCGDAEB'].slice(0, fifths) : [...'BEADGCF'].slice(0, -fifths);
  const altered = new Map(standard.map((step) => [step, fifths > 0 ? 1 : -1]));
  for (const [step, alter] of others) altered.set(step, alter);
  const steps = [...altered].map(([step, alter]) => `<key-step>${step}</key-step><key-alter>${alter}</key-alter>`);
  return `<key>${steps.join('')}</key>`;
}

function timeOf({ beats, beatType, symbol }: Meter): string {
  return `<time${symbol ? ` symbol="${symbol}"` : ''}><beats>${beats}</beats><beat-type>${beatType}</beat-type></time>`;
}

function clefOf({ sign, line, octaves }: Clef): string {
  const change = octaves === 0 ? '' : `<clef-octave-change>${octaves}</clef-octave-change>`;
  return `<clef><sign>${sign}</sign><line>${line}</line>${change}</clef>`;
}

function tempoOf({ text: words, beat, perMinute }: Tempo): string {
  const note = beat === undefined ? undefined : typeOf(beat);
  const types = [
    words === undefined ? '' : `<direction-type><words font-weight="bold">${escapeXml(words)}</words></direction-type>`,
    note === undefined
      ? ''
      : `<direction-type><metronome><beat-unit>${note.type}</beat-unit>${'<beat-unit-dot/>'.repeat(note.dots)}<per-minute>${perMinute}</per-minute></metronome></direction-type>`,
  ].join('');
  const sound = beat === undefined ? '' : `<sound tempo="${Math.round(beat * 4 * perMinute! * 100) / 100}"/>`;
  return types === '' ? '' : `<direction placement="above">${types}${sound}</direction>`;
}

function leftBar({ opensRepeat, ending }: Measure): string {
  if (!opensRepeat && ending === undefined) return '';
  const style = opensRepeat ? '<bar-style>heavy-light</bar-style>' : '';
  const start = ending === undefined ? '' : endingOf(ending, 'start');
  const repeat = opensRepeat ? '<repeat direction="forward"/>' : '';
  return `<barline location="left">${style}${start}${repeat}</barline>`;
}

function rightBar({ closesRepeat, closesEnding, bar, ending }: Measure, next: Measure | undefined): string {
  const style = closesRepeat ? 'light-heavy' : bar;
  // What follows says that a repeat begins there.
  const isUsual = (style === 'regular' && next !== undefined) || (style === 'none' && next === undefined);
  if (isUsual && !closesEnding) return '';
  const stop = closesEnding ? endingOf(ending ?? '1', closesRepeat ? 'stop' : 'discontinue') : '';
  const repeat = closesRepeat ? '<repeat direction="backward"/>' : '';
  return `<barline location="right"><bar-style>${style}</bar-style>${stop}${repeat}</barline>`;
}

/** Numbers of an ending; what is no number is its text. */
function endingOf(numbers: string, type: string): string {
  const plain = numbers
    .replaceAll('-', ',')
    .replaceAll(/[^\d,]/g, '')
    .replaceAll(/^,+|,+$/g, '');
  const label = type === 'start' ? escapeXml(numbers) : '';
  return `<ending number="${plain || '1'}" type="${type}">${label}</ending>`;
}

interface NoteContext {
  readonly divisions: number;
  readonly voice: number;
  readonly beams: readonly string[];
}

function notesOf(event: Sounding, context: NoteContext): string {
  if (event.pitches.length > 0)
    return event.pitches.map((pitch, index) => noteOf(event, pitch, index, context)).join('');
  return noteOf(event, undefined, 0, context);
}

/** Elements in the order of the schema: what a note is, how long it is, how it looks, what is sung. */
function noteOf(
  event: Sounding,
  pitch: Pitch | undefined,
  index: number,
  { divisions, voice, beams }: NoteContext,
): string {
  const written = typeOf(event.length);
  const isFirst = index === 0;
  const pieces = [
    event.isHidden ? '<note print-object="no">' : '<note>',
    event.grace ? `<grace${event.grace === 'slashed' ? ' slash="yes"' : ''}/>` : '',
    isFirst ? '' : '<chord/>',
    pitch ? pitchOf(pitch) : `<rest${event.isMeasure ? ' measure="yes"' : ''}/>`,
    event.grace ? '' : `<duration>${durationOf(event, divisions)}</duration>`,
    pitch?.isProlonged ? '<tie type="stop"/>' : '',
    pitch?.isTied ? '<tie type="start"/>' : '',
    `<voice>${voice}</voice>`,
    written && !event.isMeasure ? `<type>${written.type}</type>${'<dot/>'.repeat(written.dots)}` : '',
    pitch?.accidental === undefined ? '' : `<accidental>${ACCIDENTALS[pitch.accidental]}</accidental>`,
    event.tuplet
      ? `<time-modification><actual-notes>${event.tuplet.actual}</actual-notes><normal-notes>${event.tuplet.normal}</normal-notes></time-modification>`
      : '',
    isFirst ? beams.map((beam, level) => `<beam number="${level + 1}">${beam}</beam>`).join('') : '',
    notationsOf(event, pitch, isFirst),
    isFirst ? event.syllables.map(lyricOf).join('') : '',
    '</note>',
  ];
  return pieces.join('');
}

const ACCIDENTALS: Readonly<Record<number, string>> = {
  [-2]: 'flat-flat',
  [-1]: 'flat',
  0: 'natural',
  1: 'sharp',
  2: 'double-sharp',
};

function pitchOf({ step, alter, octave }: Pitch): string {
  return `<pitch><step>${step}</step>${alter === 0 ? '' : `<alter>${alter}</alter>`}<octave>${Math.min(9, Math.max(0, octave))}</octave></pitch>`;
}

function typeOf(length: number): { readonly type: string; readonly dots: number } | undefined {
  for (const [value, type] of TYPES) {
    const dots = [1, 1.5, 1.75, 1.875].indexOf(length / value);
    if (dots >= 0) return { type, dots };
  }
  return undefined;
}

function lyricOf({ text: sung, verse, position, isExtended }: Syllable): string {
  return `<lyric number="${verse}"><syllabic>${position}</syllabic><text>${escapeXml(sung)}</text>${isExtended ? '<extend/>' : ''}</lyric>`;
}
