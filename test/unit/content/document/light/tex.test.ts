import { describe, expect, it } from 'vitest';
import { readTex } from '../../../../../engine/content/document/tex/reader.ts';
import { outlineOf } from './outline.ts';

const outline = (source: string): readonly string[] => outlineOf(readTex(source));

describe('LaTeX', () => {
  it('has headings, which are of the first level at the top', () => {
    expect(outline('\\section{A}\\subsection*{B \\emph{c}}')).toEqual(['h1 A', 'h2 B c']);
    expect(outline('\\chapter[short]{A}\\section{B}')).toEqual(['h1 A', 'h2 B']);
  });

  it('has lists with what they count from and how', () => {
    const source =
      '\\begin{itemize}\\item a\\begin{enumerate}\\def\\labelenumi{(\\alph{enumi})}\\setcounter{enumi}{2}\\item b\\item c\\end{enumerate}\\item[x] d\\end{itemize}';
    expect(outline(source)).toEqual(['p - a', 'p c. b', 'p d. c', 'p - x d']);
    expect(outline('\\begin{description}\\item[a] b\\end{description}')).toEqual(['p a', 'p b']);
  });

  it('has tables by cell, whose rules and repeated heads are no rows', () => {
    const source =
      '\\begin{longtable}[]{@{}lr@{}}\n\\caption{C}\\tabularnewline\n\\toprule\nA & B \\\\\n\\midrule\n\\endfirsthead\nA & B \\\\\n\\endhead\n1 & \\multicolumn{1}{r}{2\\,\\%} \\\\[2pt]\n\\multirow{2}{*}{x} & y \\\\ & z\\end{longtable}';
    expect(outline(source)).toEqual(['p C', '1,1 A', '1,2 B', '2,1 1', '2,2 2 %', '3,1 x', '3,2 y', '4,2 z']);
  });

  it('has links, images with their captions, notes and code', () => {
    expect(outline('\\href{https://a.org/b\\%c}{L} \\url{https://d.org/_e}')).toEqual([
      'p L<https://a.org/b%c> https://d.org/_e<https://d.org/_e>',
    ]);
    expect(outline('\\begin{figure}\\includegraphics[alt={An A},width=3cm]{a.png}\\caption{C}\\end{figure}')).toEqual([
      'image a.png An A',
      'p C',
    ]);
    expect(outline('a\\footnote{b\\footnote{c}} d\\footnotemark\\footnotetext{e}')).toEqual([
      'p a{note-1} d{note-3}',
      'note note-1 b{note-2}',
      'note note-2 c',
      'note note-3 e',
    ]);
    expect(outline('\\begin{verbatim}\n{ % \\a\n\\end{verbatim}\\verb|{|')).toEqual(['code { % \\a', 'p {']);
  });

  it('keeps the code that pandoc has set in colours', () => {
    const source =
      '\\begin{Shaded}\n\\begin{Highlighting}[]\n\\KeywordTok{a}\\NormalTok{ = }\\StringTok{"{-}\\%"}\n\n  b\n\\end{Highlighting}\n\\end{Shaded}';
    expect(outline(source)).toEqual(['code a = "-%"\n\n  b']);
  });

  it('has formulas between all their marks', () => {
    expect(outline('a $x_1$ and \\(y\\) \\[z\\]\\begin{align*}w&=2\\end{align*}')).toEqual([
      'p a {f} and {f} {f}{f}',
      'formula x 1',
      'formula y',
      'formula z',
      'formula w =2',
    ]);
  });

  it('writes out what it defines, as far as that ends', () => {
    expect(outline('\\newcommand{\\a}[2][x]{#1 \\textbf{#2}}\\def\\z#1{<#1>}\\a{c} \\a[d]{e} \\z{f}')).toEqual([
      'p x c d e <f>',
    ]);
    expect(outline('\\newcommand{\\R}[1]{#1_{7}}$\\R{a}$')).toEqual(['p {f}', 'formula a 7']);
    expect(outline('\\newenvironment{q}{\\begin{quote}}{\\end{quote}}\\begin{q}a\\end{q}')).toEqual(['p a']);
    expect(outline('\\newcommand{\\a}{b \\a\\a}\\a c')[0]).toMatch(/^p b/);
  });

  it('reads accents, letters and signs', () => {
    expect(outline("Gr\\\"u\\ss{}e \\c{c}a \\o{} ``a'' --- b\\&c~d \\textbackslash{}")).toEqual([
      'p Grüße ça ø “a” — b&c\u00a0d \\',
    ]);
  });

  it('reads the commands by which ConTeXt writes signs', () => {
    expect(
      outline('a\\letterbackslash{}b \\letterhash{}1 \\lettertilde{}c \\letteropenbrace{}d\\letterclosebrace{}'),
    ).toEqual(['p a\\b #1 ~c {d}']);
  });

  it('says what it is about beside its text', () => {
    const source = '\\title{T}\\author{A}\\begin{document}\\maketitle a % b\n\nc\\end{document} d';
    expect(readTex(source).properties).toEqual({ title: 'T', author: 'A' });
    expect(outline(source)).toEqual(['box T', 'box A', 'p a', 'p c']);
  });

  it('is read in ConTeXt too', () => {
    const source =
      '\\starttext\\startsection[title={A}]\\startitemize[n]\\item b\\stopitemize\n\\goto{L}[url(https://a.org)]\n\\startxtable\\startxrow\\startxcell c\\stopxcell\\startxcell d\\stopxcell\\stopxrow\\stopxtable\\stopsection\\stoptext';
    expect(outline(source)).toEqual(['h1 A', 'p 1. b', 'p L<https://a.org>', '1,1 c', '1,2 d']);
  });
});
