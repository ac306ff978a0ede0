/** Macros of mdoc that may be called within a line, and what they put before and behind their words. */
export const MDOC: Readonly<Record<string, readonly [before: string, behind: string]>> = {
  ...Object.fromEntries(
    'Ad An Ap Ar At Bd Bl Bsx Bt Bx Cd Cm D1 Db Dd Dl Dt Dv Dx Ed El Em En Er Es Ev Ex Fa Fd Fn Fr Ft Fx Hf Ic In It Lb Li Lk Lp Ms No Ns Nx Os Ot Ox Pa Pf Pp Re Rs Sh Sm Ss St Sx Sy Ta Tg Tn Ud Ux Va Vt'
      .split(' ')
      .map((name) => [name, ['', '']] as const),
  ),
  ...{
    Ac: ['', ''],
    Bc: ['', ''],
    Brc: ['', ''],
    Dc: ['', ''],
    Ec: ['', ''],
    Fc: ['', ''],
    Oc: ['', ''],
    Pc: ['', ''],
  },
  ...{ Qc: ['', ''], Sc: ['', ''], Xc: ['', ''], Eo: ['', ''], Fo: ['', ''], Xo: ['', ''], Ao: ['', ''], Bo: ['', ''] },
  ...{
    Bro: ['', ''],
    Do: ['', ''],
    Oo: ['', ''],
    Po: ['', ''],
    Qo: ['', ''],
    So: ['', ''],
    Nm: ['', ''],
    Xr: ['', ''],
  },
  ...{ Nd: ['— ', ''], Fl: ['-', ''], Op: ['[', ']'], Bq: ['[', ']'], Pq: ['(', ')'], Aq: ['<', '>'], Brq: ['{', '}'] },
  ...{ Dq: ['“', '”'], Qq: ['"', '"'], Sq: ['‘', '’'], Ql: ['‘', '’'], Mt: ['', ''], Eq: ['', ''] },
};

/** The words of a line of mdoc: macros called within it are no words, and punctuation stands at the word before it. */
export function mdocLine(name: string, given: readonly string[]): string {
  const [before, behind] = MDOC[name] ?? ['', ''];
  if (name === 'Xr' && given.length > 1) return `${given[0]}(${given[1]})${given.slice(2).join(' ')}`;
  let text = before;
  let closing = behind;
  for (const word of given) {
    const called = Object.hasOwn(MDOC, word) && word !== name ? MDOC[word] : undefined;
    if (called) {
      text += /[[(<{“‘-]$|^$/.test(text) ? called[0] : ` ${called[0]}`;
      closing = called[1] + closing;
    } else if (/^[.,;:!?)\]]$/.test(word)) text += word;
    else text += /[[(<{“‘"-]$|^$|— $/.test(text) ? word : ` ${word}`;
  }
  return text + closing;
}
