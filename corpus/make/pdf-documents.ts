/** What stands in the PDFs of the corpus, as Word documents to be typeset. All texts are ours. */
import {
  AlignmentType,
  Document,
  ExternalHyperlink,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  LevelFormat,
  PageNumber,
  PageOrientation,
  Paragraph,
  SectionType,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
  type IParagraphOptions,
  type ISectionOptions,
} from 'docx';
import { encodePng } from '../../engine/content/raster/png/encoder.ts';

const A4 = { width: 11_906, height: 16_838 };
/** Twentieths of a point. */
const INCH = 1440;

interface Setting {
  readonly title: string;
  readonly font: string;
  /** Half points, as Word counts. */
  readonly size: number;
  readonly spacing?: IParagraphOptions['spacing'];
}

function makeDocument({ title, font, size, spacing }: Setting, sections: readonly ISectionOptions[]): Document {
  const heading = (points: number, before: number): object => ({
    run: { font, size: points * 2, bold: true, color: '1F3864' },
    paragraph: { spacing: { before, after: 80 }, keepNext: true },
  });
  return new Document({
    title,
    creator: 'Harbour office',
    styles: {
      default: {
        document: { run: { font, size }, paragraph: { spacing: { after: 120, ...spacing } } },
        title: { run: { font, size: 44, bold: true, color: '1F3864' }, paragraph: { spacing: { after: 120 } } },
        heading1: heading(16, 240),
        heading2: heading(13, 200),
      },
    },
    numbering: {
      config: [
        {
          reference: 'steps',
          levels: [level(LevelFormat.DECIMAL, '%1.')],
        },
        { reference: 'points', levels: [level(LevelFormat.BULLET, '•')] },
      ],
    },
    sections,
  });
}

function level(format: (typeof LevelFormat)[keyof typeof LevelFormat], text: string) {
  return { level: 0, format, text, style: { paragraph: { indent: { left: 500, hanging: 300 } } } } as const;
}

const title = (text: string, alignment?: IParagraphOptions['alignment']): Paragraph =>
  new Paragraph({ text, heading: HeadingLevel.TITLE, alignment });
const heading1 = (text: string): Paragraph => new Paragraph({ text, heading: HeadingLevel.HEADING_1 });
const heading2 = (text: string): Paragraph => new Paragraph({ text, heading: HeadingLevel.HEADING_2 });
const item = (text: string, reference: 'steps' | 'points'): Paragraph =>
  new Paragraph({ text, numbering: { reference, level: 0 }, spacing: { after: 40 } });

/** Text with `**bold**` and `_italic_` words. */
function rich(text: string, options: IParagraphOptions = {}): Paragraph {
  const runs = text.split(/(\*\*[^*]+\*\*|_[^_]+_)/).map((part) => {
    if (part.startsWith('**')) return new TextRun({ text: part.slice(2, -2), bold: true });
    return part.startsWith('_') ? new TextRun({ text: part.slice(1, -1), italics: true }) : new TextRun(part);
  });
  return new Paragraph({ ...options, children: [...runs, ...(options.children ?? [])] });
}

function table(rows: readonly (readonly string[])[], widths: readonly number[]): Table {
  const [, ...numbers] = widths.keys();
  const cell = (text: string, column: number, isHead: boolean): TableCell =>
    new TableCell({
      width: { size: widths[column]!, type: WidthType.DXA },
      margins: { top: 50, bottom: 50, left: 100, right: 100 },
      ...(isHead && { shading: { type: ShadingType.CLEAR, fill: 'D9E2F3' } }),
      children: [
        new Paragraph({
          spacing: { after: 0 },
          alignment: numbers.includes(column) ? AlignmentType.RIGHT : AlignmentType.LEFT,
          children: [new TextRun({ text, bold: isHead })],
        }),
      ],
    });
  return new Table({
    width: { size: widths.reduce((sum, width) => sum + width), type: WidthType.DXA },
    columnWidths: widths,
    rows: rows.map((row, index) => new TableRow({ children: row.map((text, at) => cell(text, at, index === 0)) })),
  });
}

/** A sun over waves. */
function seaImage(): Buffer {
  const [width, height] = [180, 100];
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rgba.set(seaColour(x, y, height), (y * width + x) * 4);
  }
  return Buffer.from(encodePng({ width, height, channels: 4, data: rgba }));
}

function seaColour(x: number, y: number, height: number): readonly [number, number, number, number] {
  const surface = height * 0.62 + 3 * Math.sin(x / 7);
  if (y > surface)
    return [20, Math.round(70 + (60 * (height - y)) / height), Math.round(120 + 40 * Math.sin(x / 7 + y)), 255];
  if (Math.hypot(x - 128, y - 38) < 20) return [250, 200, 60, 255];
  return [Math.round(140 + y), Math.round(190 + y / 2), 235, 255];
}

/** One page with everything that a letter may hold. */
export function letter(): Document {
  const image = new ImageRun({
    type: 'png',
    data: seaImage(),
    transformation: { width: 180, height: 100 },
    altText: { name: 'sea', title: 'Sea', description: 'The sun over the sea' },
  });
  const link = new ExternalHyperlink({
    link: 'https://example.org/tides',
    children: [new TextRun({ text: 'tide tables', style: 'Hyperlink' })],
  });
  const children = [
    title('A summer at the harbour'),
    rich(
      'Dear members, the harbour of Lindvik has had its **busiest season** in eleven years. Between May and August we counted more than two thousand boats, and _every single one_ of them found a berth. This letter tells what we learned, and what we ask of you before the winter.',
    ),
    heading1('The season in numbers'),
    rich(
      'July was the strongest month by far. The mean stay grew from one night to almost two, because the new **washing house** and the café were open until late.',
    ),
    table(
      [
        ['Month', 'Boats', 'Nights', 'Income'],
        ['May', '214', '296', '€ 5,180'],
        ['June', '511', '803', '€ 14,050'],
        ['July', '862', '1,644', '€ 28,770'],
        ['August', '597', '1,002', '€ 17,535'],
      ],
      [2400, 1800, 1800, 2000],
    ),
    new Paragraph({ spacing: { before: 200, after: 160 }, children: [image] }),
    heading1('Before the winter'),
    heading2('What every owner does'),
    item('Take the boat out of the water by the first of November.', 'steps'),
    item('Empty the tanks and close all valves.', 'steps'),
    item('Leave a telephone number at the office.', 'steps'),
    heading2('What the harbour office does'),
    item('We check the moorings of all four piers.', 'points'),
    item('We switch off water and electricity on the outer pier.', 'points'),
    item('We send the bills by the end of the year.', 'points'),
    new Paragraph({
      spacing: { before: 160 },
      children: [
        new TextRun('The water rises early this year: please look at the '),
        link,
        new TextRun(' before you come. With kind regards, '),
        new TextRun({ text: 'the harbour office', italics: true }),
        new TextRun('.'),
      ],
    }),
  ];
  return makeDocument({ title: 'A summer at the harbour', font: 'Liberation Sans', size: 21 }, [
    { properties: { page: { size: A4, margin: margins(0.9) } }, children },
  ]);
}

function margins(inches: number) {
  const all = inches * INCH;
  return { top: all, bottom: all, left: all, right: all };
}

/** Words in which `|` marks where they may be broken. */
const hyphenated = (text: string): string => text.replaceAll('|', '\u00ad');

const PROCEEDINGS: readonly (readonly [string, readonly string[]])[] = [
  [
    '1 Introduction',
    [
      'Small har|bours have kept tide re|cords for cen|turies, but few of these re|cords were ever com|pared with one an|oth|er. The mea|sure|ments were writ|ten by hand, with dif|fer|ent in|stru|ments and at dif|fer|ent hours, so that even neigh|bour|ing sta|tions seem to con|tra|dict each oth|er at first sight.',
      'We pro|pose a sim|ple pro|ce|dure that brings such re|cords to a com|mon ref|er|ence lev|el. It needs no ad|di|tion|al mea|sure|ments, on|ly the po|si|tion of the sta|tion and a rough de|scrip|tion of the gauge that was in use. The pro|ce|dure was de|vel|oped for the coast of an imag|inary coun|try, but noth|ing in it de|pends on that par|tic|u|lar coast|line.',
    ],
  ],
  [
    '2 Stations and instruments',
    [
      'Elev|en sta|tions con|trib|uted to this study. Sev|en of them used a sim|ple staff, which an ob|serv|er read twice a day; the oth|er four had a float in a still|ing well, which drew a con|tin|u|ous curve on pa|per. The cor|re|spond|ing un|cer|tain|ties dif|fer by a fac|tor of al|most five.',
      'A staff is read|able to the near|est cen|ti|me|tre in calm weath|er. Dur|ing storms the ob|serv|ers es|ti|mat|ed the mid|dle be|tween crest and trough, and they of|ten not|ed in the mar|gin that the es|ti|mate was doubt|ful. We kept such val|ues, but gave them a low|er weight in all com|pu|ta|tions that fol|low.',
      'The float gauges were checked once a year. Be|tween two checks the pa|per drum could drift by up to twen|ty min|utes, which mat|ters lit|tle for the height of high wa|ter but a great deal for its hour.',
    ],
  ],
  [
    '3 Method',
    [
      'First we con|vert all heights to me|tres and all hours to uni|ver|sal time. Then we sub|tract a the|o|ret|i|cal tide, which is known well enough for our pur|pose. What re|mains is a slow|ly vary|ing dif|fer|ence that con|tains the ref|er|ence lev|el of the sta|tion, the weath|er, and the mis|takes of the ob|serv|er.',
      'Weath|er acts on neigh|bour|ing sta|tions in a sim|i|lar way. The dif|fer|ence of two sta|tions is there|fore al|most free of it, and jumps in this dif|fer|ence show where a staff was re|placed or a gauge was ad|just|ed. We search for these jumps with a run|ning me|di|an over six|ty days and con|firm each of them in the sta|tion di|ary wher|ev|er a di|ary has sur|vived.',
      'Fi|nal|ly a least-squares ad|just|ment dis|trib|utes the re|main|ing dis|agree|ments over all sta|tions at once. Its nor|mal equa|tions are small and can be solved on any com|put|er with|in a few sec|onds.',
    ],
  ],
  [
    '4 Results',
    [
      'Af|ter the ad|just|ment the stan|dard de|vi|a|tion of the dif|fer|ences fell from nine cen|ti|me|tres to lit|tle more than two. Twen|ty-three jumps were found, of which nine|teen are men|tioned in a di|ary; the oth|er four co|in|cide with gaps in the read|ings and are prob|a|bly re|pairs that no|body wrote down.',
      'The mean lev|el rises at all sta|tions, and it does so at near|ly the same rate. Be|fore the ad|just|ment two of the sta|tions ap|peared to sink, which had been ex|plained by set|tle|ment of their piers. This ex|pla|na|tion is no long|er nec|es|sary.',
      'Storm surges stand out more clear|ly as well. The three high|est of them were re|cord|ed at ev|ery sta|tion that was in op|er|a|tion, and their heights agree with|in sev|en cen|ti|me|tres once the wind is tak|en in|to ac|count.',
    ],
  ],
  [
    '5 Discussion',
    [
      'The pro|ce|dure stands and falls with the as|sump|tion that weath|er is com|mon to neigh|bour|ing sta|tions. On an open coast this is rea|son|able for dis|tances be|low a hun|dred kilo|me|tres; in a nar|row fjord it may fail with|in a few. A com|par|i|son with mod|ern gauges would show the lim|its, and we in|tend to make it next year.',
      'Read|ers who keep old re|cords in their ar|chives are in|vit|ed to try the meth|od them|selves. A sin|gle per|son can pre|pare a cen|tu|ry of read|ings in about a week, most of which goes in|to de|ci|pher|ing the hand|writ|ing rath|er than in|to com|pu|ta|tion.',
    ],
  ],
  [
    '6 Conclusion',
    [
      'Old tide re|cords are bet|ter than their rep|u|ta|tion. With a mod|est amount of care they can be joined in|to a con|sis|tent whole, and what looked like a con|tra|dic|tion be|tween neigh|bours turns out to be the his|to|ry of their in|stru|ments.',
    ],
  ],
];

/** Two pages in two columns below a title of the full width, justified and hyphenated. */
export function proceedings(): Document {
  const page = { size: A4, margin: margins(1) };
  const justified = (text: string): Paragraph =>
    new Paragraph({
      text: hyphenated(text),
      alignment: AlignmentType.JUSTIFIED,
      indent: { firstLine: 240 },
      spacing: { after: 0 },
    });
  const head = [
    title('Bringing Old Tide Records to One Level', AlignmentType.CENTER),
    new Paragraph({ text: 'Ada Lindqvist and Tomas Berg', alignment: AlignmentType.CENTER }),
    rich('**Abstract.** ' + ABSTRACT, {
      alignment: AlignmentType.JUSTIFIED,
      indent: { left: 700, right: 700 },
      spacing: { after: 240 },
    }),
  ];
  const body = PROCEEDINGS.flatMap(([name, paragraphs]) => [heading2(name), ...paragraphs.map(justified)]);
  return makeDocument({ title: 'Bringing Old Tide Records to One Level', font: 'Liberation Sans', size: 22 }, [
    { properties: { page }, children: head },
    { properties: { type: SectionType.CONTINUOUS, page, column: { count: 2, space: 400 } }, children: body },
  ]);
}

const ABSTRACT =
  'Handwritten tide records of eleven small harbours are brought to a common reference level. Jumps in the differences between neighbouring stations reveal when an instrument was changed, and a single adjustment removes them. The records then agree within two centimetres.';

const INSPECTIONS = [
  {
    name: 'Moorings',
    places: ['Northern pier', 'Eastern pier', 'Southern pier', 'Outer buoys'],
    finding: 'the chains of the northern pier, which lie in moving sand, lost a fifth of their thickness',
  },
  {
    name: 'Buildings',
    places: ['Boat house', 'Washing house', 'Workshop', 'Office'],
    finding: 'the roof of the boat house leaks above the door, although it was mended only last spring',
  },
  {
    name: 'Equipment',
    places: ['Crane', 'Fuel pump', 'Rescue boat'],
    finding: 'the crane needs a new cable before the boats are taken out of the water',
  },
] as const;

/** Three pages with the same header, and a footer that counts them. */
export function serialReport(): Document {
  const children = INSPECTIONS.flatMap(({ name, places, finding }) => [
    heading1(name),
    rich(
      `Two members of the board looked at everything in the first week of October. They found that ${finding}. The board has read their notes and agrees with them in every point.`,
    ),
    ...places.flatMap((place, index) => [
      heading2(`${index + 1}. ${place}`),
      rich(
        `The ${place.toLowerCase()} was visited on day ${index + 2} of the inspection, in dry weather and with a light wind. Nothing was found that would endanger members or guests, and the notes of the year before were confirmed.`,
      ),
      rich(
        `The next visit to the ${place.toLowerCase()} will take place in April. Whoever sees any damage before that date is asked to tell the office at once, so that it can be repaired while the weather allows it.`,
      ),
    ]),
  ]);
  const header = new Header({ children: [new Paragraph('Lindvik harbour office: inspection report')] });
  const footer = new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        children: [new TextRun({ children: ['Page ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES] })],
      }),
    ],
  });
  return makeDocument({ title: 'Inspection report', font: 'Liberation Sans', size: 22 }, [
    {
      properties: { page: { size: A4, margin: margins(1) } },
      headers: { default: header },
      footers: { default: footer },
      children,
    },
  ]);
}

/** One page in landscape, with a table that needs the width. */
export function landscapeTable(): Document {
  // docx turns the paper itself: it wants the short side as the width.
  const page = { size: { ...A4, orientation: PageOrientation.LANDSCAPE }, margin: margins(1) };
  const children = [
    heading1('Berths and their depth'),
    rich('This page lies on its side in the file, and viewers turn it. All depths are in metres below mean low water.'),
    table(
      [
        ['Pier', 'Berths', 'Depth in spring', 'Depth in autumn', 'Length of boats'],
        ['North', '48', '3.2', '3.0', 'up to 12'],
        ['East', '36', '2.6', '2.5', 'up to 10'],
        ['South', '52', '4.1', '4.1', 'up to 15'],
        ['Guests', '20', '2.2', '1.9', 'up to 9'],
      ],
      [3000, 2200, 2700, 2700, 2700],
    ),
    rich('Soundings are repeated every year in April and in October.', { spacing: { before: 240 } }),
  ];
  return makeDocument({ title: 'Berths and their depth', font: 'Liberation Sans', size: 22 }, [
    { properties: { page }, children },
  ]);
}

/** Hebrew from right to left, with numbers and English words inside. */
export function rightToLeft(): Document {
  const line = (text: string, options: IParagraphOptions = {}): Paragraph =>
    new Paragraph({
      ...options,
      bidirectional: true,
      children: [new TextRun({ text, rightToLeft: true, font: 'DejaVu Sans', sizeComplexScript: 24 })],
    });
  const children = [
    new Paragraph({
      bidirectional: true,
      spacing: { after: 240 },
      children: [
        new TextRun({
          text: 'דוח הנמל',
          rightToLeft: true,
          bold: true,
          boldComplexScript: true,
          font: 'DejaVu Sans',
          sizeComplexScript: 40,
        }),
      ],
    }),
    line(
      'הקיץ הזה היה העמוס ביותר מזה 11 שנים. יותר מאלפיים סירות ביקרו בנמל, וכל אחת מהן מצאה מקום. אנו מודים לכל החברים שעזרו לנו בעבודה הזאת.',
    ),
    line(
      'המים עולים מוקדם השנה, ולכן אנו מבקשים לבדוק את הטבלאות באתר Lindvik Harbour לפני שבאים. שעות הפתיחה הן 8:30 עד 16:00, והמשרד סגור בשבת.',
    ),
    line('בברכה, משרד הנמל'),
  ];
  return makeDocument({ title: 'Harbour report in Hebrew', font: 'DejaVu Sans', size: 24 }, [
    { properties: { page: { size: A4, margin: margins(1) } }, children },
  ]);
}
