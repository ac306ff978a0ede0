import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../../engine/contract/errors.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { Graph } from '../../../engine/planner/graph.ts';
import { Planner } from '../../../engine/planner/planner.ts';
import { sampleGraph } from '../../support/sample-graph.ts';

const { codecs, formats, costs } = sampleGraph();
const planner = new Planner(new Graph(codecs, formats, costs));

/** `docx -lo-writer→ pdf`, or the code of the refusal. */
function route(pair: string): string {
  const [from, to] = pair.split('>') as [FormatId, FormatId];
  try {
    const { steps } = planner.plan({ from, to });
    return `${from}${steps.map(({ codec, to }) => ` -${codec}→ ${to}`).join('')}`;
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

describe('on the sample graph', () => {
  it.each([
    ['pdf>docx', 'pdf -pdf-docx→ docx'],
    ['docx>pdf', 'docx -lo-writer→ pdf'],
    ['mp4>mp3', 'mp4 -ffmpeg→ mp3'],
    ['heic>jpg', 'heic -magick→ jpg'],
    ['pdf>jpg', 'pdf -pdfium→ jpg'],
    ['pdf>png', 'pdf -pdfium→ png'],
    ['jpg>pdf', 'jpg -pdf-lib→ pdf'],
    ['png>pdf', 'png -pdf-lib→ pdf'],
    ['png>jpg', 'png -vips→ jpg'],
    ['webp>png', 'webp -vips→ png'],
    ['webp>jpg', 'webp -vips→ jpg'],
    ['pptx>pdf', 'pptx -lo-impress→ pdf'],
    ['xlsx>pdf', 'xlsx -lo-calc→ pdf'],
    ['xlsx>csv', 'xlsx -sheetjs→ csv'],
    ['csv>xlsx', 'csv -sheetjs→ xlsx'],
    ['mov>mp4', 'mov -ffmpeg→ mp4'],
    ['mp4>mov', 'mp4 -ffmpeg→ mov'],
    ['wav>mp3', 'wav -ffmpeg→ mp3'],
    ['mp4>gif', 'mp4 -ffmpeg→ gif'],
    ['pdf>txt', 'pdf -pdfium→ txt'],
    ['pdf>md', 'pdf -pdf-flow→ md'],
    ['pdf>html', 'pdf -pdf-flow→ html'],
    ['docx>md', 'docx -pandoc→ md'],
    ['docx>html', 'docx -pandoc→ html'],
    ['pptx>md', 'pptx -lo-impress→ html -pandoc→ md'],
    ['xlsx>html', 'xlsx -lo-calc→ html'],
    ['xlsx>md', 'xlsx -lo-calc→ html -pandoc→ md'],
    ['svg>png', 'svg -resvg→ png'],
    ['md>pdf', 'md -pandoc→ typ -typst→ pdf'],
    ['html>pdf', 'html -lo-writer→ pdf'],
    ['pdf>xlsx', 'pdf -pdf-tables→ xlsx'],
    ['pdf>csv', 'pdf -pdf-tables→ csv'],
    ['epub>pdf', 'epub -pandoc→ typ -typst→ pdf'],
    ['pdf>epub', 'pdf -pdf-docx→ docx -pandoc→ epub'],
    ['epub>mobi', 'epub -mobi→ mobi'],
    ['mobi>epub', 'mobi -mobi→ html -pandoc→ epub'],
    ['mkv>mp4', 'mkv -ffmpeg→ mp4'],
    ['avi>mp4', 'avi -ffmpeg→ mp4'],
    ['webm>mp4', 'webm -ffmpeg→ mp4'],
    ['gif>mp4', 'gif -ffmpeg→ mp4'],
    ['gif>webm', 'gif -ffmpeg→ webm'],
    ['m4a>mp3', 'm4a -ffmpeg→ mp3'],
    ['flac>mp3', 'flac -ffmpeg→ mp3'],
    ['mp3>wav', 'mp3 -ffmpeg→ wav'],
    ['json>csv', 'json -data→ csv'],
    ['csv>json', 'csv -data→ json'],
    ['xml>json', 'xml -data→ json'],
    ['yaml>json', 'yaml -data→ json'],
    ['doc>docx', 'doc -lo-writer→ docx'],
    ['xls>xlsx', 'xls -lo-calc→ xlsx'],
    ['png>ico', 'png -magick→ ico'],
    ['svg>ico', 'svg -resvg→ png -magick→ ico'],
    ['srt>vtt', 'srt -cues→ vtt'],
    ['vtt>ass', 'vtt -cues→ ass'],
    ['ttf>woff2', 'ttf -fonts→ woff2'],
    ['otf>woff2', 'otf -fonts→ woff2'],
    ['rar>zip', 'rar -7z→ zip'],
    ['7z>zip', '7z -7z→ zip'],
    ['tar>zip', 'tar -7z→ zip'],
    ['eml>pdf', 'eml -mail→ html -lo-writer→ pdf'],
    ['msg>html', 'msg -mail→ html'],
    ['odt>docx', 'odt -lo-writer→ docx'],
    ['rtf>pdf', 'rtf -lo-writer→ pdf'],
    ['docx>png', 'docx -lo-writer→ png'],
    ['docx>jpg', 'docx -lo-writer→ png -vips→ jpg'],
    ['csv>pdf', 'csv -lo-calc→ pdf'],
    ['txt>pdf', 'txt -lo-writer→ pdf'],
  ])('%s takes the way that people expect', (pair, expected) => {
    expect(route(pair)).toBe(expected);
  });

  it.each([
    'mp3>docx',
    'png>mp3',
    'zip>pdf',
    'csv>mp4',
    'ttf>txt',
    'docx>mp4',
    'webp>mp3',
    'pdf>srt',
    'zip>cbz',
    'dwg>pdf',
  ])('%s is refused: nothing would be left', (pair) => {
    expect(route(pair)).toBe('unsupported_conversion');
  });

  it.each(['mp4>docx', 'json>png', 'csv>ico', 'mkv>txt', 'mp3>webm', 'md>csv'])('%s needs consent', (pair) => {
    expect(route(pair)).toBe('loss_not_allowed');
  });

  it.each(['gif', 'webp'] as const)('an animated %s is a film: it becomes one without consent', (from) => {
    expect(planner.targets(from)).toContain('mp4');
    expect(planner.targets('png')).not.toContain('mp4');
  });
});
