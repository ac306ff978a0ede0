import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../engine/contract/limits.ts';
import { readMusic } from '../../engine/content/notation/read.ts';

const score = (inside: string, doctype = ''): Uint8Array =>
  strToU8(
    `<?xml version="1.0"?>${doctype}<score-partwise><part id="P1"><measure number="1">${inside}</measure></part></score-partwise>`,
  );
const NOTE = '<note><pitch><step>C</step><octave>4</octave></pitch><duration>1</duration></note>';
const failing = (code: string) => expect.objectContaining({ code });

describe('hostile scores', () => {
  it('expand no entity and fetch no document type', () => {
    const bomb =
      '<!DOCTYPE score-partwise SYSTEM "http://127.0.0.1:1/x.dtd" [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
    const lyric = '<note><pitch/><lyric><text>&b;</text></lyric></note>';
    const { scores, music } = readMusic(score(lyric, bomb), 'musicxml', DEFAULT_LIMITS);
    expect(music.lyrics).toEqual(['&b;']);
    expect(scores[0]).not.toMatch(/DOCTYPE|ENTITY|http/);
  });

  it('have no more notes, characters and levels than the limits allow', () => {
    const many = score(NOTE.repeat(200_001));
    expect(() => readMusic(many, 'musicxml', DEFAULT_LIMITS)).toThrow(failing('input_too_complex'));
    const short = { ...DEFAULT_LIMITS, xmlChars: 100 };
    expect(() => readMusic(score(NOTE), 'musicxml', short)).toThrow(failing('input_too_complex'));
    const deep = score('<a>'.repeat(300) + '</a>'.repeat(300));
    expect(() => readMusic(deep, 'musicxml', DEFAULT_LIMITS)).toThrow(failing('input_too_complex'));
  });

  it('are no bombs when they are packed, and hold a score', () => {
    const blank = score(`${NOTE}${' '.repeat(4_000_000)}`);
    const bomb = zipSync({ 'score.xml': blank }, { level: 9 });
    const limits = { ...DEFAULT_LIMITS, expandedBytes: 1_000_000 };
    expect(() => readMusic(bomb, 'mxl', limits)).toThrow();
    const empty = zipSync({ 'META-INF/container.xml': strToU8('<container/>') });
    expect(() => readMusic(empty, 'mxl', DEFAULT_LIMITS)).toThrow(failing('input_corrupt'));
  });

  it('are refused when they end early, or have no measures', () => {
    const whole = score(NOTE);
    expect(() => readMusic(whole.subarray(0, -20), 'musicxml', DEFAULT_LIMITS)).toThrow(failing('input_corrupt'));
    expect(() => readMusic(strToU8('<mei><music/></mei>'), 'mei', DEFAULT_LIMITS)).toThrow(failing('input_corrupt'));
  });

  it('in ABC have bounded rests, lengths, chords, voices and tunes', () => {
    const tune = (body: string): Uint8Array => strToU8(`X:1\nK:C\n${body}\n`);
    const { music } = readMusic(tune('C Z99999 | C999999999/0 | (9:0:99 C|[CCC'), 'abc', DEFAULT_LIMITS);
    expect(music).toMatchObject({ notes: 6, measures: 4, staves: 1 });
    const voices = Array.from({ length: 101 }, (_, index) => `V:${index}\nC`).join('\n');
    expect(() => readMusic(tune(voices), 'abc', DEFAULT_LIMITS)).toThrow(failing('input_too_complex'));
    expect(() => readMusic(tune('C'.repeat(200_001)), 'abc', DEFAULT_LIMITS)).toThrow(failing('input_too_complex'));
    const few = { ...DEFAULT_LIMITS, pages: 2 };
    const many = strToU8('X:1\nK:C\nC\n\n'.repeat(3));
    expect(() => readMusic(many, 'abc', few)).toThrow(failing('input_too_complex'));
    for (const sign of ['(', '[', '"', '!', '{', '|:', '[K:', '\\'])
      expect(() => readMusic(tune(`C ${sign.repeat(50_000)}`), 'abc', DEFAULT_LIMITS)).not.toThrow();
    expect(() => readMusic(strToU8('X:1\nT:nothing\n'), 'abc', DEFAULT_LIMITS)).toThrow(failing('input_corrupt'));
  });

  it('in Humdrum have the columns of their spines, and not too many', () => {
    const split = `**kern\n${Array.from({ length: 10 }, (_, index) =>
      Array(2 ** index)
        .fill('*^')
        .join('\t'),
    ).join('\n')}\n`;
    expect(() => readMusic(strToU8(split), 'krn', DEFAULT_LIMITS)).toThrow(failing('input_corrupt'));
    expect(() => readMusic(strToU8('**kern\t**kern\n4c\n'), 'krn', DEFAULT_LIMITS)).toThrow(failing('input_corrupt'));
    expect(() => readMusic(strToU8('4c\n'), 'krn', DEFAULT_LIMITS)).toThrow(failing('input_corrupt'));
  });
});
