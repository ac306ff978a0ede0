import { withoutColumn, reverseRows, lastDigitIn, exchangeGroups, type NamedEdit } from './named-edits.ts';

const PPTX_ROW = /<a:tr .*?<\/a:tr>/gs;
const PPTX_CELL = /<a:tc(?: [^>]*)?>.*?<\/a:tc>/gs;
const PPTX_NOTES = /^ppt\/notesSlides\/notesSlide\d+\.xml$/;
export const PPTX: readonly NamedEdit[] = [
  { name: 'a digit of the notes changed', harm: 'number', at: PPTX_NOTES, edit: lastDigitIn(/(?<=<a:t>)[^<]+/g) },
  {
    name: 'links lead to their neighbours',
    harm: 'link',
    at: /slide\d+\.xml\.rels$/,
    edit: exchangeGroups(/Target="((?:https?|mailto):[^"]*)"/g),
  },
  { name: 'links lost', harm: 'link', edit: (text) => text.replace(/<a:hlinkClick[^>]*\/>/g, '') },
  { name: 'bold lost', harm: 'style', edit: (text) => text.replace(/ b="1"/g, '') },
  { name: 'raised text lost', harm: 'number', edit: (text) => text.replace(/ baseline="-?\d+"/g, '') },
  {
    name: 'all text white',
    harm: 'visibility',
    edit: (text) =>
      text
        .replace(/<a:rPr([^>]*?)\/>/g, '<a:rPr$1></a:rPr>')
        .replace(
          /(<a:rPr[^>]*>)(?:<a:solidFill>.*?<\/a:solidFill>)?/gs,
          '$1<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>',
        ),
  },
  {
    name: 'all text 1 pt',
    harm: 'visibility',
    edit: (text) => text.replace(/ sz="\d+"/g, '').replace(/<a:rPr/g, '<a:rPr sz="100"'),
  },
  {
    name: 'everything beside the slide',
    harm: 'visibility',
    edit: (text) => text.replace(/<a:off x="-?\d+"/g, '<a:off x="90000000"'),
  },
  {
    name: 'everything without size',
    harm: 'visibility',
    edit: (text) => text.replace(/<a:ext cx="\d+" cy="\d+"/g, '<a:ext cx="0" cy="0"'),
  },
  {
    name: 'upside down',
    harm: 'visibility',
    edit: (text) => text.replace(/<a:xfrm(?: [^>]*)?>/g, '<a:xfrm rot="10800000">'),
  },
  {
    name: 'titles plain',
    harm: 'structure',
    edit: (text) => text.replace(/<p:ph type="(?:title|ctrTitle)"[^>]*\/>/g, ''),
  },
  { name: 'levels lost', harm: 'structure', edit: (text) => text.replace(/ lvl="\d"/g, '') },
  {
    name: 'merged cells apart',
    harm: 'structure',
    edit: (text) => text.replace(/ (?:gridSpan|rowSpan|hMerge|vMerge)="\d+"/g, ''),
  },
  { name: 'a column lost', harm: 'block', edit: withoutColumn(PPTX_ROW, PPTX_CELL) },
  { name: 'rows reversed', harm: 'order', edit: reverseRows(/<a:tbl>.*?<\/a:tbl>/gs, PPTX_ROW) },
  {
    name: 'images stretched',
    harm: 'image',
    edit: (text) =>
      text.replace(/<p:pic>.*?<\/p:pic>/gs, (all) =>
        all.replace(/<a:ext cx="(\d+)"/, (_, width: string) => `<a:ext cx="${Number(width) * 3}"`),
      ),
  },
  { name: 'tables lost', harm: 'block', edit: (text) => text.replace(/<p:graphicFrame.*?<\/p:graphicFrame>/gs, '') },
  {
    name: 'boxes at each other’s places',
    harm: 'order',
    edit: exchangeGroups(/<p:sp>.*?(<a:off [^>]*>\s*<a:ext [^>]*>)/gs),
  },
];

export const ODP: readonly NamedEdit[] = [
  {
    name: 'everything beside the slide',
    harm: 'visibility',
    edit: (text) => text.replace(/ svg:x="[^"]*"/g, ' svg:x="900cm"'),
  },
  { name: 'titles plain', harm: 'structure', edit: (text) => text.replace(/ presentation:class="title"/g, '') },
  {
    name: 'speaker notes exchanged',
    harm: 'order',
    edit: exchangeGroups(/<presentation:notes [^>]*>(.*?)<\/presentation:notes>/gs),
  },
  {
    name: 'boxes at each other’s places',
    harm: 'order',
    edit: exchangeGroups(/<draw:frame [^>]*?(svg:x="[^"]*" svg:y="[^"]*")/g),
  },
];
