import { writeFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';

/* Scores in MusicXML, packed and not, and in MEI: what the format can carry, in some measures. */

const folder = new URL('../sources/', import.meta.url);

interface Note {
  readonly step: string;
  readonly octave: number;
  readonly quarters: number;
  readonly inner?: string;
  readonly isChord?: true;
}

const TYPES: Readonly<Record<number, string>> = { 1: 'quarter', 2: 'half', 4: 'whole' };

function note({ step, octave, quarters, inner = '', isChord }: Note, staff: number): string {
  const tie = inner.includes('<tied type="start"') ? '<tie type="start"/>' : '';
  const tieEnd = inner.includes('<tied type="stop"') ? '<tie type="stop"/>' : '';
  const pitch = `<pitch><step>${step}</step><octave>${octave}</octave></pitch>`;
  return `<note>${isChord ? '<chord/>' : ''}${pitch}<duration>${quarters}</duration>${tie}${tieEnd}<voice>${staff}</voice><type>${TYPES[quarters]}</type><staff>${staff}</staff>${inner}</note>`;
}

const sung = (text: string, syllabic = 'single'): string =>
  `<lyric number="1"><syllabic>${syllabic}</syllabic><text>${text}</text></lyric>`;

const attributes =
  '<attributes><divisions>1</divisions><key><fifths>1</fifths></key><time><beats>4</beats><beat-type>4</beat-type></time><staves>2</staves><clef number="1"><sign>G</sign><line>2</line></clef><clef number="2"><sign>F</sign><line>4</line></clef></attributes>';
const tempo =
  '<direction placement="above"><direction-type><metronome><beat-unit>quarter</beat-unit><per-minute>96</per-minute></metronome></direction-type><staff>1</staff><sound tempo="96"/></direction>';
const back = '<backup><duration>4</duration></backup>';

const measures = [
  attributes +
    tempo +
    note({ step: 'G', octave: 4, quarters: 1, inner: sung('Mor', 'begin') }, 1) +
    note({ step: 'B', octave: 4, quarters: 1, inner: sung('ning', 'end') }, 1) +
    note(
      { step: 'D', octave: 5, quarters: 2, inner: `<notations><tied type="start"/></notations>${sung('light')}` },
      1,
    ) +
    back +
    note({ step: 'G', octave: 3, quarters: 4 }, 2),
  note({ step: 'D', octave: 5, quarters: 1, inner: '<notations><tied type="stop"/></notations>' }, 1) +
    note({ step: 'C', octave: 5, quarters: 1, inner: sung('falls') }, 1) +
    note({ step: 'A', octave: 4, quarters: 2, inner: sung('höher') }, 1) +
    back +
    note({ step: 'C', octave: 3, quarters: 2 }, 2) +
    note({ step: 'D', octave: 3, quarters: 2 }, 2) +
    note({ step: 'A', octave: 3, quarters: 2, isChord: true }, 2),
  note({ step: 'G', octave: 4, quarters: 4, inner: sung('here') }, 1) +
    back +
    '<note><rest/><duration>2</duration><voice>2</voice><type>half</type><staff>2</staff></note>' +
    note({ step: 'G', octave: 2, quarters: 2 }, 2) +
    '<barline location="right"><bar-style>light-heavy</bar-style></barline>',
];

const body = measures.map((inside, index) => `<measure number="${index + 1}">${inside}</measure>`).join('\n');
const score = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">
<score-partwise version="4.0"><work><work-title>Morning light</work-title></work><identification><creator type="composer">Nobody</creator></identification><part-list><score-part id="P1"><part-name>Piano</part-name></score-part></part-list><part id="P1">
${body}
</part></score-partwise>
`;

const container =
  '<?xml version="1.0" encoding="UTF-8"?><container><rootfiles><rootfile full-path="score.musicxml"/></rootfiles></container>';
const mtime = new Date(Date.UTC(2026, 0, 1));

const meiNotes = (names: readonly string[]): string =>
  names.map((name) => `<note pname="${name[0]}" oct="${name[1]}" dur="4"/>`).join('');
const mei = `<?xml version="1.0" encoding="UTF-8"?>
<mei xmlns="http://www.music-encoding.org/ns/mei" meiversion="5.0"><meiHead><fileDesc><titleStmt><title>Two bars</title></titleStmt><pubStmt/></fileDesc></meiHead>
<music><body><mdiv><score><scoreDef midi.bpm="120"><staffGrp><staffDef n="1" lines="5" clef.shape="G" clef.line="2" keysig="2f" meter.count="4" meter.unit="4"/></staffGrp></scoreDef><section>
<measure n="1"><staff n="1"><layer n="1">${meiNotes(['b4', 'c5', 'd5', 'f5'])}</layer></staff></measure>
<measure n="2" right="end"><staff n="1"><layer n="1"><chord dur="2"><note pname="d" oct="4"/><note pname="f" oct="4"/></chord><note pname="b" oct="4" dur="4"><verse n="1"><syl>fine</syl></verse></note><rest dur="4"/></layer></staff></measure>
</section></score></mdiv></body></music></mei>
`;

writeFileSync(new URL('musicxml/two-staves-lyrics-tie.musicxml', folder), score);
writeFileSync(
  new URL('mxl/two-staves-lyrics-tie.mxl', folder),
  zipSync({ 'META-INF/container.xml': strToU8(container), 'score.musicxml': strToU8(score) }, { mtime }),
);
writeFileSync(new URL('mei/two-bars-chord-flats.mei', folder), mei);

const abc = `%abc-2.1
X:1
T:The turning lathe
C:Nobody
M:6/8
L:1/8
Q:"Lively" 3/8=100
K:D dor
|: "Dm"d2e f>ed | (3abc' A3- | [1 A3 {g}a3 :| [2 [FAd]3 ~G3 |]
w: One two three~four five_ six

X:2
T:Two v\\"oices
M:C|
L:1/4
K:Bb
V:1 clef=treble name="Flute"
B ^c =c !fermata!d | g/a/b/a/ g5/2 z/ |]
V:2 clef=bass name="Bass"
B,,2 [F,D]2 | Z |]
`;

const kern = `!!!OTL:Three bars
!!!COM:Nobody
**kern\t**kern\t**text
*clefF4\t*clefG2\t*
*k[b-e-]\t*k[b-e-]\t*
*M3/4\t*M3/4\t*
=1\t=1\t=1
2.BB-\t4dd\tSing
.\t(8ee-L\tal-
.\t8ff#J)\t-ways
.\t4dd\thigh
=2\t=2\t=2
*\t*^\t*
4E- 4G\t4gg\t2b-\tit
4r\t8en\t.\t.
.\t8f#\t.\t.
4D\t[4g\t4a\tends
*\t*v\t*v\t*
=3\t=3\t=3
2.GG;\t2.g];\t.
==\t==\t==
*-\t*-\t*-
`;
writeFileSync(new URL('abc/repeats-chords-two-tunes.abc', folder), abc);
writeFileSync(new URL('abc/endings-triplet-lyrics.abc', folder), abc.slice(0, abc.indexOf('\nX:2')));
writeFileSync(new URL('krn/split-spine-lyrics-flats.krn', folder), kern);
