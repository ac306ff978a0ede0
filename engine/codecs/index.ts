import type { Codec } from '../contract/codec.ts';
import archive from './archive/codec.ts';
import assimp from './assimp/codec.ts';
import audioReader from './audio-reader/codec.ts';
import barcode from './barcode/codec.ts';
import columnar from './columnar/codec.ts';
import calendar from './calendar/codec.ts';
import data from './data/codec.ts';
import ebook from './ebook/codec.ts';
import drawio from './drawio/codec.ts';
import dxf from './dxf/codec.ts';
import excalidraw from './excalidraw/codec.ts';
import ffmpeg from './ffmpeg/codec.ts';
import font from './font/codec.ts';
import fontReader from './font-reader/codec.ts';
import fontSpecimen from './font-specimen/codec.ts';
import gdal from './gdal/codec.ts';
import geopackage from './geopackage/codec.ts';
import geoparquet from './geoparquet/codec.ts';
import graphviz from './graphviz/codec.ts';
import grid from './grid/codec.ts';
import hangul from './hangul/codec.ts';
import hdf5 from './hdf5/codec.ts';
import highlight from './highlight/codec.ts';
import imageReader from './image-reader/codec.ts';
import iwork from './iwork/codec.ts';
import libreoffice from './libreoffice/codec.ts';
import listing from './listing/codec.ts';
import lottie from './lottie/codec.ts';
import magick from './magick/codec.ts';
import mailReader from './mail-reader/codec.ts';
import mail from './mail/codec.ts';
import mammoth from './mammoth/codec.ts';
import markupText from './markup-text/codec.ts';
import mediabunny from './mediabunny/codec.ts';
import mermaid from './mermaid/codec.ts';
import mesh from './mesh/codec.ts';
import midi from './midi/codec.ts';
import mobiReader from './mobi-reader/codec.ts';
import nomnoml from './nomnoml/codec.ts';
import occt from './occt/codec.ts';
import ocr from './ocr/codec.ts';
import officeMarkup from './office-markup/codec.ts';
import officeXml from './office-xml/codec.ts';
import openmpt from './openmpt/codec.ts';
import optimise from './optimise/codec.ts';
import pandoc from './pandoc/codec.ts';
import pdfDocx from './pdf-docx/codec.ts';
import pdfEdit from './pdf-edit/codec.ts';
import pdfSvg from './pdf-svg/codec.ts';
import pdfium from './pdfium/codec.ts';
import picturePdf from './picture-pdf/codec.ts';
import resvg from './resvg/codec.ts';
import outputReader from './output-reader/codec.ts';
import scorePackage from './score-package/codec.ts';
import sevenZip from './seven-zip/codec.ts';
import sheetjs from './sheetjs/codec.ts';
import spessasynth from './spessasynth/codec.ts';
import sqlite from './sqlite/codec.ts';
import subtitles from './subtitles/codec.ts';
import svgz from './svgz/codec.ts';
import tableReader from './table-reader/codec.ts';
import texMath from './tex-math/codec.ts';
import trace from './trace/codec.ts';
import typst from './typst/codec.ts';
import vega from './vega/codec.ts';
import verovio from './verovio/codec.ts';
import vips from './vips/codec.ts';
import webIfc from './web-ifc/codec.ts';
import works from './works/codec.ts';
import zip from './zip/codec.ts';

/** The explicit list of codecs: one import line and one entry each, in alphabetical order. */
export const CODECS: readonly Codec[] = [
  archive,
  assimp,
  audioReader,
  barcode,
  columnar,
  calendar,
  data,
  ebook,
  drawio,
  dxf,
  excalidraw,
  ffmpeg,
  font,
  fontReader,
  fontSpecimen,
  gdal,
  geopackage,
  geoparquet,
  graphviz,
  grid,
  hangul,
  hdf5,
  highlight,
  imageReader,
  iwork,
  libreoffice,
  listing,
  lottie,
  magick,
  mail,
  mailReader,
  mammoth,
  markupText,
  mediabunny,
  mermaid,
  mesh,
  midi,
  mobiReader,
  nomnoml,
  occt,
  ocr,
  officeMarkup,
  officeXml,
  openmpt,
  optimise,
  pandoc,
  pdfDocx,
  pdfEdit,
  pdfSvg,
  pdfium,
  picturePdf,
  resvg,
  scorePackage,
  sevenZip,
  sheetjs,
  spessasynth,
  sqlite,
  subtitles,
  svgz,
  tableReader,
  texMath,
  trace,
  typst,
  vega,
  verovio,
  vips,
  webIfc,
  works,
  zip,
  outputReader,
];
