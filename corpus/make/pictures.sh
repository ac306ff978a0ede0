#!/bin/sh
# Makes the picture sources of the corpus with ImageMagick 6.9 and the tools of libwebp, libheif, libavif and libjxl: a
# test card of four coloured quarters with a diagonal and the letter F, so that a picture that is turned, mirrored, cut,
# or has its channels swapped shows.
# Usage: sh corpus/make/pictures.sh corpus/sources
set -eu
out=${1:?target directory}
im=${CONVERT:-/usr/bin/convert}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
mkdir -p "$out/png" "$out/jpg" "$out/webp" "$out/gif" "$out/tiff" "$out/avif" "$out/bmp" "$out/ico" "$out/heic" "$out/jxl"

card='fill #d62828 rectangle 0,0 47,31 fill #2a9d3f rectangle 48,0 95,31 fill #2255cc rectangle 0,32 47,63 fill #f2c230 rectangle 48,32 95,63'
card="$card stroke white stroke-width 3 line 0,63 95,0 stroke none"
letter='fill black rectangle 10,6 15,29 rectangle 16,6 28,10 rectangle 16,16 24,20'
"$im" -size 96x64 xc:white -draw "$card" -draw "$letter" -depth 8 -strip "$work/card.png"
"$im" "$work/card.png" \( -size 64x96 gradient:white-black -rotate -90 -resize '96x64!' \) -alpha off -compose CopyOpacity -composite -strip "$work/alpha.png"
# An odd size, and what is transparent keeps its colours below.
"$im" "$work/alpha.png" -crop 95x63+0+0 +repage -strip -define png:color-type=6 -depth 8 "$out/png/card-fading-to-transparent.png"

"$im" -size 48x32 gradient:red-blue \( -size 32x48 gradient:white-gray30 -rotate 90 \) -alpha off -compose CopyOpacity -composite \
  -strip -define png:color-type=6 -define png:bit-depth=16 -depth 16 "$out/png/gradient-16bit-alpha.png"

# Stored lying on its side: orientation 6 says to turn it right by 90 degrees.
"$im" "$work/card.png" -rotate -90 -strip -quality 90 "$work/turned.jpg"
{
  head -c 2 "$work/turned.jpg"
  printf '\377\341\000\042Exif\000\000MM\000\052\000\000\000\010\000\001\001\022\000\003\000\000\000\001\000\006\000\000\000\000\000\000'
  tail -c +3 "$work/turned.jpg"
} > "$out/jpg/orientation-6-exif.jpg"
"$im" "$work/card.png" -colorspace CMYK -strip -quality 90 "$out/jpg/cmyk-without-profile.jpg"

cwebp -quiet -q 85 -alpha_q 90 "$work/alpha.png" -o "$out/webp/lossy-alpha.webp"
"$im" "$work/card.png" -flop "$work/mirrored.png"
"$im" "$work/card.png" -negate "$work/negative.png"
img2webp -loop 3 -lossless -d 200 "$work/card.png" -d 500 "$work/mirrored.png" -o "$out/webp/animated-two-frames-loop-3.webp" > /dev/null
"$im" -loop 2 -delay 10 "$work/card.png" -delay 20 "$work/mirrored.png" -delay 40 "$work/negative.png" -strip "$out/gif/animated-three-frames-loop-2.gif"

"$im" "$work/card.png" "$work/mirrored.png" "$work/negative.png" -compress LZW -strip "$out/tiff/three-pages-lzw.tiff"
"$im" -size 96x64 gradient:'#d62828-#2255cc' -depth 16 -strip \( "$work/card.png" -crop 48x64+0+0 +repage \) -composite -depth 16 -compress Zip -strip "$out/tiff/gradient-16bit.tiff"
"$im" "$work/card.png" -interlace plane -compress Zip -strip "$out/tiff/planar-channels.tiff"

heif-enc -A -q 80 -p chroma=444 "$work/alpha.png" -o "$out/avif/lossy-alpha.avif" > /dev/null
avifenc -j 1 --timescale 5 "$work/card.png" "$work/mirrored.png" "$work/negative.png" "$out/avif/animated-three-frames.avif" > /dev/null
heif-enc -q 80 -p chroma=444 "$work/alpha.png" -o "$out/heic/lossy-alpha.heic" > /dev/null

cjxl -d 1 "$work/alpha.png" "$out/jxl/lossy-alpha.jxl" 2> /dev/null
cjxl -d 0 --container=1 "$out/png/gradient-16bit-alpha.png" "$out/jxl/gradient-16bit-alpha-boxes.jxl" 2> /dev/null
cjxl -d 0 "$out/gif/animated-three-frames-loop-2.gif" "$out/jxl/animated-three-frames-loop-2.jxl" 2> /dev/null

"$im" "$work/card.png" -crop 95x63+0+0 +repage -strip -type TrueColor BMP3:"$out/bmp/24bit-odd-size.bmp"
"$im" "$work/card.png" -dither None -colors 16 -type Palette -compress RLE -strip BMP3:"$out/bmp/palette-rle.bmp"
"$im" "$work/alpha.png" -strip BMP:"$out/bmp/alpha-32bit.bmp"

# Each size has a ground of its own, so that the one that was taken shows.
for side in 16 32 48; do
  case $side in 16) ground='#d62828' ;; 32) ground='#2a9d3f' ;; *) ground='#2255cc' ;; esac
  "$im" -size ${side}x$side xc:none -fill "$ground" -draw "roundrectangle 1,1 $((side - 2)),$((side - 2)) 4,4" \
    -fill white -draw "scale $((side / 16)),$((side / 16)) rectangle 5,3 6,12 rectangle 7,3 11,4 rectangle 7,7 10,8" "$work/icon-$side.png"
done
"$im" "$work/icon-16.png" "$work/icon-32.png" "$work/icon-48.png" "$out/ico/three-sizes-of-other-colours.ico"
