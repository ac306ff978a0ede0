#!/bin/sh
# Makes pictures of printed text, as a scanner would have made them of the letter and of the table.
# Run from the project's root, with poppler's pdftoppm and ImageMagick's convert installed: `sh corpus/make/scans.sh`.
set -e
sources=corpus/sources
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
pdftoppm -r 150 -gray -f 1 -l 1 "$sources/pdf/letter-headings-table-link.pdf" "$folder/letter"
convert "$folder"/letter-*.pgm -crop 1241x560+0+110 +repage -strip -colors 16 -depth 4 "$sources/png/scanned-letter-table.png"
convert "$folder"/letter-*.pgm -crop 1241x230+0+110 +repage -strip -threshold 55% -compress Group4 "$sources/tiff/scanned-letter-fax.tiff"
convert "$folder"/letter-*.pgm -crop 1241x760+0+860 +repage -strip -quality 60 "$sources/jpg/scanned-letter-lists.jpg"
