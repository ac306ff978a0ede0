import { describe, expect, it } from 'vitest';
import { lyricsOf } from '../../../../engine/content/score/lyrics.ts';
import type { Score, ScoreEventKind } from '../../../../engine/content/score/model.ts';

/** A syllable a second, beginning at one. */
function score(kind: ScoreEventKind, ...texts: readonly string[]): Score {
  return { events: texts.map((text, index) => ({ seconds: index + 1, track: 1, kind, text })), title: 'Song' };
}

function linesOf(music: Score) {
  return lyricsOf(music).cues.map(({ startMs, endMs, lines }) => [startMs, endMs, lines[0]![0]!.text]);
}

describe('what is sung in a score', () => {
  it('ends its lines as lyrics do', () => {
    const music = score('lyrics', 'Row, ', 'row', '\r', 'your ', 'boat\r\n', '');
    expect(linesOf(music)).toEqual([
      [1000, 4000, 'Row, row'],
      [4000, 6000, 'your boat'],
    ]);
    expect(lyricsOf(music).metadata).toEqual({ title: 'Song' });
  });

  it('begins its lines as karaoke does, which says what else it is', () => {
    const karaoke = score('text', '@KMIDI KARAOKE FILE', '@TSong', '\\Row, ', 'row', '/your ', 'boat');
    expect(linesOf(karaoke)).toEqual([
      [3000, 5000, 'Row, row'],
      [5000, 8000, 'your boat'],
    ]);
  });

  it('is in lines by its pauses, where nothing else tells', () => {
    const { events } = score('lyrics', 'Row, ', 'row', '', '', 'your ', 'boat');
    const sung = { events: events.filter(({ text }) => text !== '') };
    expect(linesOf(sung)).toEqual([
      [1000, 4000, 'Row, row'],
      [5000, 8000, 'your boat'],
    ]);
  });

  it('is nothing where texts are no song', () => {
    expect(linesOf(score('text', 'made by a program', 'of that name'))).toEqual([]);
  });
});
