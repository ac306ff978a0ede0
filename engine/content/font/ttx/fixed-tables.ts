/** The tables whose fields have fixed places, field by field in their order. */

/**
 * How a field is stored and written: numbers with or without a sign, hexadecimal ones, flags as bits, numbers with a
 * fraction of 16 bits, dates, four characters, and sizes in twentieths of a point.
 */
export type FieldKind =
  | 'int8'
  | 'int16'
  | 'uint16'
  | 'uint32'
  | 'hex32'
  | 'bits16'
  | 'bits32'
  | 'fixed'
  | 'date'
  | 'tag'
  | 'points';

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** The element that several fields stand in. */
  readonly inside?: string;
  /** What old files call its element. */
  readonly formerly?: string;
  /** The version of the table that has it first; the first one where it is left out. */
  readonly since?: number;
}

const field = (kind: FieldKind, names: string, rest: Partial<Field> = {}): Field[] =>
  names.split(' ').map((name) => ({ name, kind, ...rest }));

const LINE_METRICS = (side: string, version: FieldKind): Field[] => [
  ...field(version, 'tableVersion'),
  ...field('int16', 'ascent descent lineGap'),
  ...field('uint16', side === 'H' ? 'advanceWidthMax' : 'advanceHeightMax'),
  ...field(
    'int16',
    side === 'H'
      ? 'minLeftSideBearing minRightSideBearing xMaxExtent'
      : 'minTopSideBearing minBottomSideBearing yMaxExtent',
  ),
  ...field('int16', 'caretSlopeRise caretSlopeRun caretOffset'),
  ...field(
    'int16',
    side === 'H' ? 'reserved0 reserved1 reserved2 reserved3' : 'reserved1 reserved2 reserved3 reserved4',
  ),
  ...field('int16', 'metricDataFormat'),
  ...field('uint16', `numberOf${side}Metrics`),
];

/** https://learn.microsoft.com/typography/opentype/spec/ and the page of each table. */
export const FIXED_TABLES = {
  head: [
    ...field('fixed', 'tableVersion fontRevision'),
    ...field('hex32', 'checkSumAdjustment magicNumber'),
    ...field('bits16', 'flags'),
    ...field('uint16', 'unitsPerEm'),
    ...field('date', 'created modified'),
    ...field('int16', 'xMin yMin xMax yMax'),
    ...field('bits16', 'macStyle'),
    ...field('uint16', 'lowestRecPPEM'),
    ...field('int16', 'fontDirectionHint indexToLocFormat glyphDataFormat'),
  ],
  hhea: LINE_METRICS('H', 'hex32'),
  vhea: LINE_METRICS('V', 'hex32'),
  maxp: [
    ...field('hex32', 'tableVersion'),
    ...field('uint16', 'numGlyphs'),
    ...field(
      'uint16',
      'maxPoints maxContours maxCompositePoints maxCompositeContours maxZones maxTwilightPoints maxStorage maxFunctionDefs maxInstructionDefs maxStackElements maxSizeOfInstructions maxComponentElements maxComponentDepth',
      { since: 0x0001_0000 },
    ),
  ],
  'OS/2': [
    ...field('uint16', 'version'),
    ...field('int16', 'xAvgCharWidth'),
    ...field('uint16', 'usWeightClass usWidthClass'),
    ...field('bits16', 'fsType'),
    ...field(
      'int16',
      'ySubscriptXSize ySubscriptYSize ySubscriptXOffset ySubscriptYOffset ySuperscriptXSize ySuperscriptYSize ySuperscriptXOffset ySuperscriptYOffset yStrikeoutSize yStrikeoutPosition sFamilyClass',
    ),
    ...field(
      'int8',
      'bFamilyType bSerifStyle bWeight bProportion bContrast bStrokeVariation bArmStyle bLetterForm bMidline bXHeight',
      { inside: 'panose' },
    ),
    ...field('bits32', 'ulUnicodeRange1 ulUnicodeRange2 ulUnicodeRange3 ulUnicodeRange4'),
    ...field('tag', 'achVendID'),
    ...field('bits16', 'fsSelection'),
    ...field('uint16', 'usFirstCharIndex usLastCharIndex'),
    ...field('int16', 'sTypoAscender sTypoDescender sTypoLineGap'),
    ...field('uint16', 'usWinAscent usWinDescent'),
    ...field('bits32', 'ulCodePageRange1 ulCodePageRange2', { since: 1 }),
    ...field('int16', 'sxHeight sCapHeight', { since: 2 }),
    ...field('uint16', 'usDefaultChar usBreakChar', { since: 2 }),
    ...field('uint16', 'usMaxContext', { since: 2, formerly: 'usMaxContex' }),
    ...field('points', 'usLowerOpticalPointSize usUpperOpticalPointSize', { since: 5 }),
  ],
  post: [
    ...field('fixed', 'formatType italicAngle'),
    ...field('int16', 'underlinePosition underlineThickness'),
    ...field('uint32', 'isFixedPitch minMemType42 maxMemType42 minMemType1 maxMemType1'),
  ],
} as const satisfies Record<string, readonly Field[]>;

export type FixedTable = keyof typeof FIXED_TABLES;

export const BYTES_OF: Readonly<Record<FieldKind, number>> = {
  int8: 1,
  int16: 2,
  uint16: 2,
  bits16: 2,
  points: 2,
  uint32: 4,
  hex32: 4,
  bits32: 4,
  fixed: 4,
  tag: 4,
  date: 8,
};
