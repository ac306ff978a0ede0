#!/bin/sh
# Makes pictures that are put on pages, with ImageMagick 6.9: a scan in fax coding, JPEG in strips, and inks. The card is
# that of pictures.sh.
# Usage: sh corpus/make/page-pictures.sh corpus/sources
set -eu
out=${1:?target directory}
im=${CONVERT:-/usr/bin/convert}
mkdir -p "$out/tiff"

card='fill #d62828 rectangle 0,0 47,31 fill #2a9d3f rectangle 48,0 95,31 fill #2255cc rectangle 0,32 47,63 fill #f2c230 rectangle 48,32 95,63'
card="$card stroke white stroke-width 3 line 0,63 95,0 stroke none"
letter='fill black rectangle 10,6 15,29 rectangle 16,6 28,10 rectangle 16,16 24,20'

# A sheet lying on its side: orientation 6. 204 × 196 dpi are those of a fax machine.
"$im" -size 400x300 xc:white -fill black -draw 'rectangle 40,30 75,230 rectangle 75,30 180,60 rectangle 75,110 150,140' \
  -draw 'circle 290,100 340,100' -stroke black -strokewidth 2 -draw 'line 20,280 380,250 line 20,285 380,285' \
  -rotate -90 -monochrome -orient right-top -units PixelsPerInch -density 204x196 \
  -compress Group4 "$out/tiff/fax-lying.tiff"
"$im" -size 96x64 xc:white -draw "$card" -draw "$letter" -alpha off -scale 400% -strip \
  -quality 85 -compress JPEG -define tiff:rows-per-strip=64 "$out/tiff/jpeg-strips.tiff"
"$im" -size 96x64 xc:white -draw "$card" -draw "$letter" -colorspace CMYK -depth 8 -strip -compress RLE \
  "$out/tiff/cmyk-run-lengths.tiff"
