#!/bin/sh
# Makes the fonts of corpus/sources from the families that come with the engine (SIL Open Font License), with fontTools
# and FontForge. Run it in the project's folder.
set -eu
fonts=node_modules/@expo-google-fonts
sources=corpus/sources
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
mkdir -p $sources/ttf $sources/otf $sources/woff $sources/woff2 $sources/eot $sources/ttc $sources/dfont $sources/pfa $sources/pfb $sources/cff $sources/ttx

subset() {
  python3 -m fontTools.subset "$1" --unicodes="$2" --output-file="$3" --layout-features='*' --glyph-names --notdef-outline --name-IDs='*' --hinting
}
subset $fonts/arimo/400Regular/Arimo_400Regular.ttf 'U+0020-007E,U+00A0-00FF,U+2013-2026,U+FB01,U+FB02' "$work/sans.ttf"
subset $fonts/tinos/700Bold_Italic/Tinos_700Bold_Italic.ttf 'U+0020-007E,U+00C0-00FF,U+FB01,U+FB02' "$work/serif.ttf"
subset $fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf 'U+0020,U+0030-0039,U+0915-0928,U+093E-0942,U+094D' "$work/devanagari.ttf"

cp "$work/sans.ttf" $sources/ttf/hinted-kerned-latin.ttf
cp "$work/devanagari.ttf" $sources/ttf/devanagari-shaping.ttf
fontforge -quiet -lang=ff -c 'Open($1); Generate($2)' "$work/serif.ttf" "$work/serif.otf"
cp "$work/serif.otf" $sources/otf/kerned-italic.otf
fontforge -quiet -lang=ff -c 'Open($1); Generate($2)' "$work/sans.ttf" $sources/dfont/one-font.dfont
fontforge -quiet -lang=ff -c 'Open($1); ScaleToEm(1000); AutoHint(); Generate($2)' "$work/serif.ttf" $sources/pfb/hinted-accents.pfb
fontforge -quiet -lang=ff -c 'Open($1); SelectAll(); UnlinkReference(); ScaleToEm(1000); Generate($2)' "$work/sans.ttf" $sources/pfa/hexadecimal.pfa
rm -f $sources/pf?/*.afm

python3 - "$work" $sources <<'PYTHON'
import struct, sys
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation

work, sources = sys.argv[1:]

for flavour in ('woff', 'woff2'):
    font = TTFont(f'{work}/serif.otf' if flavour == 'woff' else f'{work}/devanagari.ttf')
    font.flavor = flavour
    font.save(f'{sources}/{flavour}/' + ('postscript-outlines.woff' if flavour == 'woff' else 'devanagari-shaping.woff2'))

open(f'{sources}/cff/bare.cff', 'wb').write(TTFont(f'{work}/serif.otf').reader['CFF '])

collection = TTCollection()
collection.fonts = [TTFont(f'{work}/sans.ttf'), TTFont(f'{work}/serif.ttf')]
collection.save(f'{sources}/ttc/two-families.ttc')

# An EOT whose font is hidden by exclusive or, as some old tools wrote it.
font = open(f'{work}/sans.ttf', 'rb').read()
family = 'Arimo'.encode('utf-16-le')
names = b''.join(struct.pack('<H', len(family)) + family + b'\0\0' for _ in range(4))
tail = names + b'\0\0' + bytes(byte ^ 0x50 for byte in font)
header = struct.pack('<IIII', 82 + len(tail), len(font), 0x20001, 0x10000000) + bytes(10) + b'\1\0' + struct.pack('<IHH', 400, 0, 0x504c)
open(f'{sources}/eot/hidden-by-xor.eot', 'wb').write(header + bytes(82 - len(header)) + tail)

# A variable font of one letter: its stem grows with the weight.
def stem(width):
    pen = TTGlyphPen(None)
    pen.moveTo((100, 0))
    for point in ((100, 700), (100 + width, 700), (100 + width, 0)):
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()

builder = FontBuilder(1000, isTTF=True)
builder.setupGlyphOrder(['.notdef', 'I'])
builder.setupCharacterMap({0x49: 'I'})
builder.setupGlyf({'.notdef': TTGlyphPen(None).glyph(), 'I': stem(100)})
builder.setupHorizontalMetrics({'.notdef': (500, 0), 'I': (300, 100)})
builder.setupHorizontalHeader(ascent=800, descent=-200)
builder.setupNameTable({'familyName': 'Athanor Stem', 'styleName': 'Regular', 'psName': 'AthanorStem-Regular'})
builder.setupOS2(sTypoAscender=800, usWinAscent=800, usWinDescent=200)
builder.setupPost()
builder.setupFvar([('wght', 400, 400, 900, 'Weight')], [])
wider = [(0, 0), (0, 0), (200, 0), (200, 0), (0, 0), (200, 0), (0, 0), (0, 0)]
builder.setupGvar({'I': [TupleVariation({'wght': (0, 1, 1)}, wider)], '.notdef': []})
builder.save(f'{sources}/ttf/variable-weight.ttf')
PYTHON

# The XML of fontTools: layout as structures, PostScript outlines with subroutines, and a font that varies.
dump() {
  python3 -m fontTools.ttx -q -f -o "$sources/ttx/$2" "$1"
}
python3 -m fontTools.subset "$work/sans.ttf" --unicodes='U+0020,U+0041,U+0056,U+0065,U+0066,U+0069,U+00C4,U+FB01' --output-file="$work/few.ttf" --layout-features='*' --glyph-names --notdef-outline --no-hinting
dump "$work/few.ttf" layout-components.ttx
python3 -m fontTools.subset "$work/serif.otf" --text='Office' --output-file="$work/office.otf" --layout-features='*' --glyph-names --notdef-outline
dump "$work/office.otf" postscript-outlines.ttx
dump $sources/ttf/variable-weight.ttf variable-weight.ttx
