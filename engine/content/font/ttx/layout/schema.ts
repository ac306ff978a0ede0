/**
 * The structures of layout tables, field by field: a kind, the name of its element, and the structure where this is not
 * its name. `*` is a list; `count` is how many elements of a name there are, and what is added. A structure with several
 * formats has one entry for each. https://learn.microsoft.com/typography/opentype/spec/chapter2
 */
const SOURCE = {
  GSUB: 'fixed Version; offset ScriptList; offset FeatureList; offset LookupList; since 1.1 long FeatureVariations',
  GPOS: 'fixed Version; offset ScriptList; offset FeatureList; offset LookupList; since 1.1 long FeatureVariations',
  GDEF: 'fixed Version; offset GlyphClassDef ClassDef; offset AttachList; offset LigCaretList; offset MarkAttachClassDef ClassDef; since 1.2 offset MarkGlyphSetsDef; since 1.3 long VarStore',
  BASE: 'fixed Version; offset HorizAxis Axis; offset VertAxis Axis; since 1.1 long VarStore',

  ScriptList: 'count ScriptRecord; record* ScriptRecord',
  ScriptRecord: 'tag ScriptTag; offset Script',
  Script: 'offset DefaultLangSys LangSys; count LangSysRecord; record* LangSysRecord',
  LangSysRecord: 'tag LangSysTag; offset LangSys',
  LangSys: 'zero LookupOrder; u16 ReqFeatureIndex; count FeatureIndex; u16* FeatureIndex',
  FeatureList: 'count FeatureRecord; record* FeatureRecord',
  FeatureRecord: 'tag FeatureTag; offset Feature',
  Feature: 'params FeatureParams; count LookupListIndex; u16* LookupListIndex',
  FeatureParamsStylisticSet: 'u16 Version; u16 UINameID',
  FeatureParamsSize: 'tenths DesignSize; u16 SubfamilyID; u16 SubfamilyNameID; tenths RangeStart; tenths RangeEnd',
  FeatureParamsCharacterVariants:
    'u16 Format; u16 FeatUILabelNameID; u16 FeatUITooltipTextNameID; u16 SampleTextNameID; u16 NumNamedParameters; u16 FirstParamUILabelNameID; count Character; u24* Character',

  FeatureVariations: 'fixed Version; longCount FeatureVariationRecord; record* FeatureVariationRecord',
  FeatureVariationRecord: 'long ConditionSet; long FeatureTableSubstitution',
  ConditionSet: 'count ConditionTable; long* ConditionTable',
  'ConditionTable.1': 'u16 AxisIndex; f2dot14 FilterRangeMinValue; f2dot14 FilterRangeMaxValue',
  FeatureTableSubstitution: 'fixed Version; count SubstitutionRecord; record* SubstitutionRecord',
  SubstitutionRecord: 'u16 FeatureIndex; long Feature',

  'ContextSubst.1': 'offset Coverage; count SubRuleSet; offset* SubRuleSet',
  SubRuleSet: 'count SubRule; offset* SubRule',
  SubRule: 'count Input 1; count SubstLookupRecord; glyph* Input; record* SubstLookupRecord',
  'ContextSubst.2': 'offset Coverage; offset ClassDef; count SubClassSet; offset* SubClassSet',
  SubClassSet: 'count SubClassRule; offset* SubClassRule',
  SubClassRule: 'count Class 1; count SubstLookupRecord; u16* Class; record* SubstLookupRecord',
  'ContextSubst.3': 'count Coverage; count SubstLookupRecord; offset* Coverage; record* SubstLookupRecord',
  SubstLookupRecord: 'u16 SequenceIndex; u16 LookupListIndex',
  'ChainContextSubst.1': 'offset Coverage; count ChainSubRuleSet; offset* ChainSubRuleSet',
  ChainSubRuleSet: 'count ChainSubRule; offset* ChainSubRule',
  ChainSubRule:
    'count Backtrack; glyph* Backtrack; count Input 1; glyph* Input; count LookAhead; glyph* LookAhead; count SubstLookupRecord; record* SubstLookupRecord',
  'ChainContextSubst.2':
    'offset Coverage; offset BacktrackClassDef ClassDef; offset InputClassDef ClassDef; offset LookAheadClassDef ClassDef; count ChainSubClassSet; offset* ChainSubClassSet',
  ChainSubClassSet: 'count ChainSubClassRule; offset* ChainSubClassRule',
  ChainSubClassRule:
    'count Backtrack; u16* Backtrack; count Input 1; u16* Input; count LookAhead; u16* LookAhead; count SubstLookupRecord; record* SubstLookupRecord',
  'ChainContextSubst.3':
    'count BacktrackCoverage; offset* BacktrackCoverage Coverage; count InputCoverage; offset* InputCoverage Coverage; count LookAheadCoverage; offset* LookAheadCoverage Coverage; count SubstLookupRecord; record* SubstLookupRecord',
  'ReverseChainSingleSubst.1':
    'offset Coverage; count BacktrackCoverage; offset* BacktrackCoverage Coverage; count LookAheadCoverage; offset* LookAheadCoverage Coverage; count Substitute; glyph* Substitute',

  'ContextPos.1': 'offset Coverage; count PosRuleSet; offset* PosRuleSet',
  PosRuleSet: 'count PosRule; offset* PosRule',
  PosRule: 'count Input 1; count PosLookupRecord; glyph* Input; record* PosLookupRecord',
  'ContextPos.2': 'offset Coverage; offset ClassDef; count PosClassSet; offset* PosClassSet',
  PosClassSet: 'count PosClassRule; offset* PosClassRule',
  PosClassRule: 'count Class 1; count PosLookupRecord; u16* Class; record* PosLookupRecord',
  'ContextPos.3': 'count Coverage; count PosLookupRecord; offset* Coverage; record* PosLookupRecord',
  PosLookupRecord: 'u16 SequenceIndex; u16 LookupListIndex',
  'ChainContextPos.1': 'offset Coverage; count ChainPosRuleSet; offset* ChainPosRuleSet',
  ChainPosRuleSet: 'count ChainPosRule; offset* ChainPosRule',
  ChainPosRule:
    'count Backtrack; glyph* Backtrack; count Input 1; glyph* Input; count LookAhead; glyph* LookAhead; count PosLookupRecord; record* PosLookupRecord',
  'ChainContextPos.2':
    'offset Coverage; offset BacktrackClassDef ClassDef; offset InputClassDef ClassDef; offset LookAheadClassDef ClassDef; count ChainPosClassSet; offset* ChainPosClassSet',
  ChainPosClassSet: 'count ChainPosClassRule; offset* ChainPosClassRule',
  ChainPosClassRule:
    'count Backtrack; u16* Backtrack; count Input 1; u16* Input; count LookAhead; u16* LookAhead; count PosLookupRecord; record* PosLookupRecord',
  'ChainContextPos.3':
    'count BacktrackCoverage; offset* BacktrackCoverage Coverage; count InputCoverage; offset* InputCoverage Coverage; count LookAheadCoverage; offset* LookAheadCoverage Coverage; count PosLookupRecord; record* PosLookupRecord',

  'CursivePos.1': 'offset Coverage; count EntryExitRecord; record* EntryExitRecord',
  EntryExitRecord: 'offset EntryAnchor Anchor; offset ExitAnchor Anchor',
  'MarkBasePos.1':
    'offset MarkCoverage Coverage; offset BaseCoverage Coverage; classes MarkArray; offset MarkArray; offset BaseArray',
  MarkArray: 'count MarkRecord; record* MarkRecord',
  MarkRecord: 'u16 Class; offset MarkAnchor Anchor',
  BaseArray: 'count BaseRecord; record* BaseRecord',
  BaseRecord: 'offset* BaseAnchor Anchor',
  'MarkLigPos.1':
    'offset MarkCoverage Coverage; offset LigatureCoverage Coverage; classes MarkArray; offset MarkArray; offset LigatureArray',
  LigatureArray: 'count LigatureAttach; offset* LigatureAttach',
  LigatureAttach: 'count ComponentRecord; record* ComponentRecord',
  ComponentRecord: 'offset* LigatureAnchor Anchor',
  'MarkMarkPos.1':
    'offset Mark1Coverage Coverage; offset Mark2Coverage Coverage; classes Mark1Array; offset Mark1Array MarkArray; offset Mark2Array',
  Mark2Array: 'count Mark2Record; record* Mark2Record',
  Mark2Record: 'offset* Mark2Anchor Anchor',
  'Anchor.1': 'i16 XCoordinate; i16 YCoordinate',
  'Anchor.2': 'i16 XCoordinate; i16 YCoordinate; u16 AnchorPoint',
  'Anchor.3': 'i16 XCoordinate; i16 YCoordinate; offset XDeviceTable Device; offset YDeviceTable Device',

  AttachList: 'offset Coverage; count AttachPoint; offset* AttachPoint',
  AttachPoint: 'count PointIndex; u16* PointIndex',
  LigCaretList: 'offset Coverage; count LigGlyph; offset* LigGlyph',
  LigGlyph: 'count CaretValue; offset* CaretValue',
  'CaretValue.1': 'i16 Coordinate',
  'CaretValue.2': 'u16 CaretValuePoint',
  'CaretValue.3': 'i16 Coordinate; offset DeviceTable Device',
  MarkGlyphSetsDef: 'u16 MarkSetTableFormat; count Coverage; long* Coverage',

  Axis: 'offset BaseTagList; offset BaseScriptList',
  BaseTagList: 'count BaselineTag; tag* BaselineTag',
  BaseScriptList: 'count BaseScriptRecord; record* BaseScriptRecord',
  BaseScriptRecord: 'tag BaseScriptTag; offset BaseScript',
  BaseScript: 'offset BaseValues; offset DefaultMinMax MinMax; count BaseLangSysRecord; record* BaseLangSysRecord',
  BaseLangSysRecord: 'tag BaseLangSysTag; offset MinMax',
  BaseValues: 'u16 DefaultIndex; count BaseCoord; offset* BaseCoord',
  MinMax: 'offset MinCoord BaseCoord; offset MaxCoord BaseCoord; count FeatMinMaxRecord; record* FeatMinMaxRecord',
  FeatMinMaxRecord: 'tag FeatureTableTag; offset MinCoord BaseCoord; offset MaxCoord BaseCoord',
  'BaseCoord.1': 'i16 Coordinate',
  'BaseCoord.2': 'i16 Coordinate; glyph ReferenceGlyph; u16 BaseCoordPoint',
  'BaseCoord.3': 'i16 Coordinate; offset DeviceTable Device',

  STAT: 'fixed Version; size DesignAxisRecord 8; axes DesignAxisRecord; long DesignAxisRecord; values AxisValueArray; long AxisValueArray; since 1.1 u16 ElidedFallbackNameID',
  DesignAxisRecord: 'record* Axis DesignAxis',
  DesignAxis: 'tag AxisTag; u16 AxisNameID; u16 AxisOrdering',
  AxisValueArray: 'offset* AxisValue',
  'AxisValue.1': 'u16 AxisIndex; u16 Flags; u16 ValueNameID; real Value',
  'AxisValue.2': 'u16 AxisIndex; u16 Flags; u16 ValueNameID; real NominalValue; real RangeMinValue; real RangeMaxValue',
  'AxisValue.3': 'u16 AxisIndex; u16 Flags; u16 ValueNameID; real Value; real LinkedValue',
  'AxisValue.4': 'count AxisValueRecord; u16 Flags; u16 ValueNameID; record* AxisValueRecord',
  AxisValueRecord: 'u16 AxisIndex; real Value',

  HVAR: 'fixed Version; long VarStore; long AdvWidthMap GlyphMap; long LsbMap GlyphMap; long RsbMap GlyphMap',
  VVAR: 'fixed Version; long VarStore; long AdvHeightMap GlyphMap; long TsbMap GlyphMap; long BsbMap GlyphMap; long VOrgMap GlyphMap',
  MVAR: 'fixed Version; u16 Reserved; size ValueRecord 8; count ValueRecord; offset VarStore; record* ValueRecord VariedValue',
  VariedValue: 'tag ValueTag; u32 VarIdx',
} as const;

export type ScalarKind = 'u16' | 'u32' | 'real' | 'i16' | 'u24' | 'tag' | 'glyph' | 'fixed' | 'f2dot14' | 'tenths';

export interface StructField {
  readonly kind:
    | ScalarKind
    | 'offset'
    | 'long'
    | 'record'
    | 'count'
    | 'longCount'
    | 'classes'
    | 'size'
    | 'axes'
    | 'values'
    | 'params'
    | 'zero';
  readonly name: string;
  readonly struct: string;
  readonly isList: boolean;
  /** Of a count what is added to it, of a size the bytes. */
  readonly added: number;
  /** The version of the table that has the field first. */
  readonly since: number;
}

function parseField(text: string): StructField {
  const words = text.trim().split(' ');
  const since = words[0] === 'since' ? Number(words.splice(0, 2)[1]) : 0;
  const [kind = '', name = '', other = name] = words;
  return {
    kind: kind.replace('*', '') as StructField['kind'],
    name,
    struct: other,
    isList: kind.endsWith('*'),
    added: Number(other) || 0,
    since,
  };
}

/** The fields of each structure, by its name or by its name and format. */
export const STRUCTS: ReadonlyMap<string, readonly StructField[]> = new Map(
  Object.entries(SOURCE).map(([name, text]) => [name, text.split(';').map(parseField)]),
);

/** Tables that are compiled of their structures. */
export const LAYOUT_TABLES = ['GSUB', 'GPOS', 'GDEF', 'BASE', 'STAT', 'HVAR', 'VVAR', 'MVAR'] as const;

/** The types of lookups by the names of their subtables. */
export const LOOKUP_TYPES: Readonly<Record<string, number>> = {
  SingleSubst: 1,
  MultipleSubst: 2,
  AlternateSubst: 3,
  LigatureSubst: 4,
  ContextSubst: 5,
  ChainContextSubst: 6,
  ExtensionSubst: 7,
  ReverseChainSingleSubst: 8,
  SinglePos: 1,
  PairPos: 2,
  CursivePos: 3,
  MarkBasePos: 4,
  MarkLigPos: 5,
  MarkMarkPos: 6,
  ContextPos: 7,
  ChainContextPos: 8,
  ExtensionPos: 9,
};

/** Tables that are written as structures; others are, byte for byte. */
export const WRITTEN_TABLES = ['GSUB', 'GPOS', 'GDEF'] as const;
export type LayoutTable = (typeof WRITTEN_TABLES)[number];

/** The names of subtables by the types of lookups. */
export const LOOKUP_NAMES = { GSUB: namesOfTypes('Subst'), GPOS: namesOfTypes('Pos') } as const;

function namesOfTypes(ending: string): Readonly<Record<number, string>> {
  const names = Object.entries(LOOKUP_TYPES).filter(([name]) => name.endsWith(ending) && !name.startsWith('Extension'));
  return Object.fromEntries(names.map(([name, type]) => [type, name]));
}
