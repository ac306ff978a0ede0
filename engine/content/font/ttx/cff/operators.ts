/** The operators of Type 2 charstrings by their codes. Adobe Technical Note 5177, appendix A. */

const named = (list: string): [code: number, name: string][] =>
  list.split(' ').map((entry) => {
    const [code, name = ''] = entry.split('=');
    return [Number(code), name];
  });

/** Those of two bytes, the first of which is 12, are one number here. */
export const ESCAPE = 12;

export const OPERATOR_NAMES: ReadonlyMap<number, string> = new Map([
  ...named('1=hstem 3=vstem 4=vmoveto 5=rlineto 6=hlineto 7=vlineto 8=rrcurveto 10=callsubr 11=return 14=endchar'),
  ...named('18=hstemhm 19=hintmask 20=cntrmask 21=rmoveto 22=hmoveto 23=vstemhm 24=rcurveline 25=rlinecurve'),
  ...named('26=vvcurveto 27=hhcurveto 29=callgsubr 30=vhcurveto 31=hvcurveto'),
  ...named('0x0c00=ignore 0x0c03=and 0x0c04=or 0x0c05=not 0x0c08=store 0x0c09=abs 0x0c0a=add 0x0c0b=sub'),
  ...named('0x0c0c=div 0x0c0d=load 0x0c0e=neg 0x0c0f=eq 0x0c12=drop 0x0c14=put 0x0c15=get 0x0c16=ifelse'),
  ...named('0x0c17=random 0x0c18=mul 0x0c1a=sqrt 0x0c1b=dup 0x0c1c=exch 0x0c1d=index 0x0c1e=roll'),
  ...named('0x0c22=hflex 0x0c23=flex 0x0c24=hflex1 0x0c25=flex1'),
]);

export const OPERATOR_CODES: ReadonlyMap<string, number> = new Map(
  [...OPERATOR_NAMES].map(([code, name]) => [name, code]),
);

/** Operators that declare stems with pairs of numbers, and those that a mask of all stems follows. */
export const STEMS: ReadonlySet<string> = new Set(['hstem', 'vstem', 'hstemhm', 'vstemhm']);
export const MASKS: ReadonlySet<string> = new Set(['hintmask', 'cntrmask']);

/** What operators that reckon take from the stack and put on it; all others clear it. */
export const STACK_EFFECTS: Readonly<Record<string, readonly [taken: number, put: number]>> = {
  and: [2, 1],
  or: [2, 1],
  not: [1, 1],
  abs: [1, 1],
  add: [2, 1],
  sub: [2, 1],
  div: [2, 1],
  neg: [1, 1],
  eq: [2, 1],
  drop: [1, 0],
  put: [2, 0],
  get: [1, 1],
  ifelse: [4, 1],
  random: [0, 1],
  mul: [2, 1],
  sqrt: [1, 1],
  dup: [1, 2],
  exch: [2, 2],
  index: [1, 1],
  roll: [2, 0],
};
