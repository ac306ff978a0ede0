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
    const { xml, music } = readMusic(score(lyric, bomb), 'musicxml', DEFAULT_LIMITS);
    expect(music.lyrics).toEqual(['&b;']);
    expect(xml).not.toMatch(/DOCTYPE|ENTITY|http/);
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
});
