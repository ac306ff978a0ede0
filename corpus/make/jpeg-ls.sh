#!/bin/sh
# Makes the JPEG-LS images of the corpus with FFmpeg of other images of it: sh corpus/make/jpeg-ls.sh corpus/sources
set -eu
mkdir -p "$1/jls"
ffmpeg -v error -y -i "$1/ppm/card.ppm" -c:v jpegls -pix_fmt rgb24 -f image2 -update 1 "$1/jls/card-lines.jls"
ffmpeg -v error -y -f lavfi -i 'nullsrc=s=60x40,format=gray16le,geq=lum=X*1000+Y*37' -frames:v 1 \
  -c:v jpegls -f image2 -update 1 "$1/jls/gradient-16bit.jls"
