#!/bin/sh
# Makes the drawing sources of the corpus that are not written by hand: one with a picture inside and one beside it,
# and a compressed one.
# Usage: sh corpus/make/drawings.sh corpus/sources
set -eu
out=${1:?target directory}
mkdir -p "$out/svg" "$out/svgz"

cat > "$out/svg/picture-inside-and-outside.svg" <<SVG
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="240" height="120">
  <rect width="240" height="120" fill="#dde5b6"/>
  <image x="12" y="28" width="95" height="63" xlink:href="data:image/png;base64,$(base64 -w 0 "$out/png/card-fading-to-transparent.png")"/>
  <image x="130" y="28" width="95" height="63" href="data:image/jpeg;base64,$(base64 -w 0 "$out/jpg/orientation-6-exif.jpg")" preserveAspectRatio="none"/>
  <image x="0" y="0" width="20" height="20" href="pictures/outside.png"/>
</svg>
SVG
gzip -9nc "$out/svg/gradients-clip-mask-filter.svg" > "$out/svgz/gradients-clip-mask-filter.svgz"
# Flat shapes, letters and soft edges, to be traced: drawn by librsvg.
rsvg-convert --background-color white --width 320 "$out/svg/use-nested-percent-style-sheet.svg" > "$out/png/flat-shapes-and-letters.png"
