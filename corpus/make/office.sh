#!/bin/sh
# Makes the office sources of the corpus from the flat OpenDocument files that were written by hand, with LibreOffice 7.4.
# Usage: sh corpus/make/office.sh corpus/sources
set -eu
out=${1:?target directory}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
# make <flat file> <target format> <filter of LibreOffice>
make() {
  name=$(basename "$1"); name=${name%.*}
  soffice "-env:UserInstallation=file://$work/profile" --headless --convert-to "$2:$3" --outdir "$work" "$out/$1" >/dev/null 2>&1
  mkdir -p "$out/$2"
  mv "$work/$name.$2" "$out/$2/$name.$2"
}
text=fodt/furnace-headings-table-footnote-picture.fodt
make $text odt writer8
make $text ott writer8_template
make $text doc 'MS Word 97'
make $text dot 'MS Word 97 Vorlage'
make $text docx 'MS Word 2007 XML'
make $text docm 'MS Word 2007 XML VBA'
make $text dotx 'MS Word 2007 XML Template'
make $text rtf 'Rich Text Format'
sheet=fods/purchases-formulas-dates-two-sheets.fods
make $sheet ods calc8
make $sheet ots calc8_template
make $sheet xls 'MS Excel 97'
make $sheet xlt 'MS Excel 97 Vorlage/Template'
make $sheet xlsx 'Calc MS Excel 2007 XML'
make $sheet xlsm 'Calc MS Excel 2007 VBA XML'
make $sheet xltx 'Calc MS Excel 2007 XML Template'
stock=fods/stock-images-notes-links-hidden.fods
make $stock ods calc8
make $stock xls 'MS Excel 97'
make $stock xlsx 'Calc MS Excel 2007 XML'
slides=fodp/three-slides-picture-table-notes.fodp
make $slides odp impress8
make $slides otp impress8_template
make $slides ppt 'MS PowerPoint 97'
make $slides pps 'MS PowerPoint 97 AutoPlay'
make $slides pptx 'Impress MS PowerPoint 2007 XML'
make $slides pptm 'Impress MS PowerPoint 2007 XML VBA'
make $slides potx 'Impress MS PowerPoint 2007 XML Template'
drawing=fodg/furnace-two-pages.fodg
make $drawing odg draw8
make $drawing otg draw8_template
make $drawing emf draw_emf_Export
make $drawing wmf draw_wmf_Export
