import { describe, expect, it } from 'vitest';
import { readRoff } from '../../../../../engine/content/document/roff/reader.ts';
import { outlineOf } from './outline.ts';

const outline = (...lines: readonly string[]): readonly string[] => outlineOf(readRoff(lines.join('\n')));

describe('roff', () => {
  it('has headings, lists and code in manual pages', () => {
    expect(
      outline(
        ...['.TH T 1', '.SH A', '.SS', 'B c', '.IP \\[bu] 2', 'a', '.RS 2', '.IP \\(bu 2', 'b', '.RE', '.PP'],
        ...[
          '.IP "3." 3',
          'c',
          '.IP "4." 3',
          'd',
          '.TP',
          '.B \\-x',
          'e',
          '.PP',
          'f',
          '.EX',
          'g \\fBh\\fR',
          '  i',
          '.EE',
        ],
      ),
    ).toEqual([
      'box T',
      'box 1',
      'h1 A',
      'h2 B c',
      'p - a',
      'p - b',
      'p 3. c',
      'p 4. d',
      'p -x',
      'p e',
      'p f',
      'code g h\n  i',
    ]);
  });

  it('has tables by cell', () => {
    expect(
      outline(
        ...['.TS', 'tab(@);', 'l s', 'l r.', 'T{', 'A \\fIb\\fR', 'T}', '_', '1@T{', '.PP', '2', 'T}', '.TE', 'c'],
      ),
    ).toEqual(['1,1 A b', '2,1 1', '2,2 2', 'p c']);
  });

  it('has links, characters and fonts within lines', () => {
    expect(
      outline(
        'see \\c',
        '.UR https://a.org',
        'L',
        '.UE \\c',
        '\\&.',
        'Gr\\[:u]\\(sse \\[u6771] \\*(lqa\\*(rq \\fBb\\fP\\-c',
      ),
    ).toEqual(['p see L<https://a.org>. Grüße 東 “a” b-c']);
    expect(outline('.BR a (1) ,', '.I "b c"')).toEqual(['p a(1), b c']);
  });

  it('has notes, formulas and a title in manuscripts', () => {
    expect(
      outline(
        ...[
          '.EQ',
          'delim @@',
          '.EN',
          '.TL',
          'T',
          '.AU',
          'A',
          '.SH 2',
          'B',
          '.LP',
          'a\\**',
          '.FS',
          'n',
          '.FE',
          'and @x sub 1@',
        ],
        ...['.EQ', 'y', '.EN'],
      ),
    ).toEqual(['box T', 'box A', 'h2 B', 'p a{1} and {f} {f}', 'formula x sub 1', 'formula y', 'note 1 n']);
  });

  it('reads words for programs and punctuation of mdoc', () => {
    expect(
      outline(
        '.Sh NAME',
        '.Nm a',
        '.Nd b',
        '.Sh C',
        '.Nm',
        '.Op Fl v',
        '.Bl -enum',
        '.It',
        'd',
        '.El',
        '.Pp',
        'see',
        '.Xr e 7 .',
      ),
    ).toEqual(['h1 NAME', 'p a — b', 'h1 C', 'p a [-v]', 'p 1. d', 'p see e(7).']);
  });

  it('leaves out definitions and comments', () => {
    expect(outline('.\\" secret', '.de X', 'secret', '..', '.ds s b', 'a \\*[s] \\" secret')).toEqual(['p a b']);
  });
});
