/** Letters and signs that are commands of their own. */
export const LETTERS: Readonly<Record<string, string>> = {
  ...{ ss: 'ß', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ', o: 'ø', O: 'Ø', aa: 'å', AA: 'Å', l: 'ł', L: 'Ł' },
  ...{ i: 'ı', j: 'ȷ', dh: 'ð', DH: 'Ð', th: 'þ', TH: 'Þ', dj: 'đ', DJ: 'Đ', ng: 'ŋ', NG: 'Ŋ', SS: 'SS' },
  ...{ TeX: 'TeX', LaTeX: 'LaTeX', LaTeXe: 'LaTeX2ε', S: '§', P: '¶', dag: '†', ddag: '‡', copyright: '©' },
  ...{ pounds: '£', euro: '€', texteuro: '€', EUR: '€', textdegree: '°', degree: '°', textregistered: '®' },
  ...{ textcopyright: '©', texttrademark: '™', textsection: '§', textparagraph: '¶', textellipsis: '…' },
  ...{ ldots: '…', dots: '…', textbullet: '•', textperiodcentered: '·', textbackslash: '\\', textbar: '|' },
  ...{ textasciitilde: '~', textasciicircum: '^', textless: '<', textgreater: '>', textunderscore: '_' },
  ...{ textdollar: '$', textbraceleft: '{', textbraceright: '}', lbrace: '{', rbrace: '}', textquotesingle: "'" },
  ...{ textasciigrave: '`', textquotedbl: '"', textendash: '–', textemdash: '—', textquoteleft: '‘' },
  ...{ textquoteright: '’', textquotedblleft: '“', textquotedblright: '”', quotedblbase: '„', glqq: '„' },
  ...{ grqq: '“', guillemotleft: '«', guillemotright: '»', flqq: '«', frqq: '»', quotesinglbase: '‚' },
  ...{ textexclamdown: '¡', textquestiondown: '¿', textmu: 'µ', texttimes: '×', textpm: '±', slash: '/' },
  ...{ letterbackslash: '\\', letterbar: '|', letterpercent: '%', lettertilde: '~', letterhash: '#', letterhat: '^' },
  ...{ letterdollar: '$', letterampersand: '&', letterunderscore: '_', letteropenbrace: '{', letterclosebrace: '}' },
  ...{ nobreakspace: '\u00a0', space: ' ', quad: ' ', qquad: ' ', thinspace: ' ', enspace: ' ', textvisiblespace: '␣' },
};

export const ACCENTS: Readonly<Record<string, string>> = {
  ...{ '"': '\u0308', "'": '\u0301', '`': '\u0300', '^': '\u0302', '~': '\u0303', '=': '\u0304', '.': '\u0307' },
  ...{ c: '\u0327', v: '\u030c', u: '\u0306', H: '\u030b', k: '\u0328', r: '\u030a', d: '\u0323', b: '\u0331' },
};

/** Signs that several characters stand for. */
export const LIGATURES: Readonly<Record<string, string>> = {
  ...{ '---': '—', '--': '–', '``': '“', "''": '”', '`': '‘', "'": '’', '?`': '¿', '!`': '¡', ',,': '„' },
};

/** Commands whose arguments are names, measures or programs. */
export const SILENT = new Set(
  [
    'cite citep citet citealp citealt citeauthor citeyear citeyearpar textcite parencite autocite footcite nocite fullcite',
    'label ref eqref pageref autoref cref Cref vref nameref input include includeonly usepackage documentclass documentstyle',
    'bibliography bibliographystyle addbibresource vspace hspace setlength addtolength setcounter addtocounter definecolor',
    'newtheorem DeclareMathOperator hypersetup geometry pagestyle thispagestyle pagenumbering hyphenation setmainfont',
    'setsansfont setmonofont setmainlanguage setotherlanguage noalign rule cline cmidrule index glossary color',
    'arrayrulecolor rowcolor cellcolor urlstyle lstset lstinputlisting graphicspath selectlanguage setstretch babelfont',
    'defaultfontfeatures setupinteraction setuppapersize setuplayout setuphead setupwhitespace setuptype setupbodyfont',
    'setupitemize setupenumerations enableregime mainlanguage setupindenting setuplist setupfloat setupcaption setupxtable',
    'definefontfeature definetyping definemeasure setupexternalfigure setupsectionblock definesectionlevels RequirePackage',
    'theoremstyle newcounter newlength stepcounter refstepcounter titleformat fontsize special write includecomment',
    'PassOptionsToPackage IfFileExists IfPackageLoadedTF babelprovide patchcmd makesavenoteenv KOMAoptions ftr protect',
    'addcontentsline markboth markright numberwithin allowdisplaybreaks hyphenchar newif newsavebox usetikzlibrary tikzset',
    'DefineVerbatimEnvironment RecustomVerbatimEnvironment PrerenderUnicode reference ctable linespread enlargethispage',
  ]
    .join(' ')
    .split(' '),
);

/** Commands of which only the last argument is text, and how many come before it. */
export const BEFORE_TEXT: Readonly<Record<string, number>> = {
  ...{ textcolor: 1, colorbox: 1, fcolorbox: 2, foreignlanguage: 1, parbox: 1, adjustbox: 1, resizebox: 2 },
  ...{ scalebox: 1, raisebox: 1, makebox: 0, rotatebox: 1, hypertarget: 1, phantomsection: 0, fontsize: 2, color: 1 },
};

/** Commands that style their argument, by the element of HTML that does the same. */
export const STYLES: Readonly<Record<string, string>> = {
  ...{
    textbf: 'strong',
    emph: 'em',
    textit: 'em',
    textsl: 'em',
    texttt: 'code',
    mono: 'code',
    underline: 'u',
    uline: 'u',
  },
  ...{ ul: 'u', sout: 'del', st: 'del', overstrikes: 'del', textsuperscript: 'sup', textsubscript: 'sub', high: 'sup' },
  ...{ low: 'sub', textsc: 'span', textrm: 'span', textsf: 'span', textup: 'span', textmd: 'span', textnormal: 'span' },
  ...{ mbox: 'span', hbox: 'span', fbox: 'span', framebox: 'span' },
};

/** Commands that style what follows them in their group. */
export const DECLARATIONS: Readonly<Record<string, string>> = {
  ...{ bf: 'strong', bfseries: 'strong', it: 'em', itshape: 'em', em: 'em', sl: 'em', slshape: 'em', tt: 'code' },
  ...{ ttfamily: 'code' },
};

/** Titles by their levels: those of articles are of the first. */
export const LEVELS: Readonly<Record<string, number>> = {
  ...{ part: -1, chapter: 0, section: 1, subsection: 2, subsubsection: 3, paragraph: 4, subparagraph: 5 },
  ...{ subsubsubsection: 4, subsubsubsubsection: 5, title: 0, subject: 1, subsubject: 2 },
};

export const FORMULAS = new Set(
  'equation align gather multline eqnarray displaymath math flalign alignat dmath formula'.split(' '),
);
