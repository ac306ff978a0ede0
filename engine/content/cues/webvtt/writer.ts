import { escapeXml } from '../../../io/xml.ts';
import { withoutStyle, type Cue, type Place } from '../model.ts';
import { colourOfWeb } from '../colours.ts';
import { writeClock, type ClockStyle } from '../times.ts';
import type { WriteCues } from '../write.ts';
import { isColoured } from '../plain/plain.ts';
import { writeTaggedLines, type TagDialect } from '../tags.ts';

const CLOCK: ClockStyle = { hours: 2, separator: '.', digits: 3 };

/** Colours that players know by name; the others get a class of ours. */
const NAMED: ReadonlyMap<string, string> = new Map(
  ['lime', 'cyan', 'red', 'yellow', 'magenta', 'blue', 'black'].map((name) => [colourOfWeb(name)!, name]),
);
const STRIKE_CLASS = 'strike';

const DIALECT: TagDialect = {
  tags: { bold: 'b', italic: 'i', underline: 'u', strike: `c.${STRIKE_CLASS}` },
  colour: (colour) => `c.${classOf(colour)}`,
  escape: escapeXml,
};

export const writeWebVtt: WriteCues = (sheet) => {
  const cues = sheet.cues.map((cue) => withoutStyle(sheet, cue));
  const { title, language } = sheet.metadata;
  const name = title === undefined ? 'WEBVTT' : `WEBVTT - ${title.replaceAll(/\s+/g, ' ').replaceAll('-->', '→')}`;
  const header = language === undefined ? name : `${name}\nLanguage: ${language}`;
  return `${[header, ...styleBlock(cues), ...cues.map(writeCue)].join('\n\n')}\n`;
};

function writeCue({ startMs, endMs, lines, speaker, place }: Cue): string {
  const times = `${writeClock(startMs, CLOCK)} --> ${writeClock(endMs, CLOCK)}${settingsOf(place)}`;
  const voice = speaker === undefined ? '' : `<v ${escapeXml(speaker)}>`;
  return `${times}\n${voice}${writeTaggedLines(lines, DIALECT)}`;
}

/** The rules of the classes that the cues use. */
function styleBlock(cues: readonly Cue[]): string[] {
  const runs = cues.flatMap(({ lines }) => lines.flat());
  const colours = [...new Set(runs.map(({ colour }) => colour).filter(isColoured))].filter(
    (colour) => !NAMED.has(colour),
  );
  const rules = colours.map((colour) => `::cue(.${classOf(colour)}) { color: ${colour} }`);
  if (runs.some(({ strike }) => strike)) rules.push(`::cue(.${STRIKE_CLASS}) { text-decoration: line-through }`);
  return rules.length === 0 ? [] : [`STYLE\n${rules.join('\n')}`];
}

function classOf(colour: string): string {
  return NAMED.get(colour) ?? `c${colour.slice(1)}`;
}

const LINE_OF_VERTICAL = { top: '0', middle: '50%', bottom: undefined } as const;
const ALIGN_OF_HORIZONTAL = { left: 'start', centre: undefined, right: 'end' } as const;

function settingsOf(place: Place | undefined): string {
  if (!place) return '';
  const line = place.at ? percent(place.at.y) : LINE_OF_VERTICAL[place.vertical];
  const align = ALIGN_OF_HORIZONTAL[place.horizontal];
  const settings = [
    ...(line === undefined ? [] : [`line:${line}`]),
    ...(place.at ? [`position:${percent(place.at.x)}`] : []),
    ...(align === undefined ? [] : [`align:${align}`]),
  ];
  return settings.map((setting) => ` ${setting}`).join('');
}

function percent(fraction: number): string {
  return `${Number((Math.min(1, Math.max(0, fraction)) * 100).toFixed(2))}%`;
}
