/**
 * The instructions of TrueType by their codes, in order; `*4` stands for four codes of one instruction whose last bits
 * are its arguments. https://learn.microsoft.com/typography/opentype/spec/tt_instructions
 */
const IN_ORDER = `
SVTCA*2 SPVTCA*2 SFVTCA*2 SPVTL*2 SFVTL*2 SPVFS SFVFS GPV GFV SFVTPV ISECT
SRP0 SRP1 SRP2 SZP0 SZP1 SZP2 SZPS SLOOP RTG RTHG SMD ELSE JMPR SCVTCI SSWCI SSW
DUP POP CLEAR SWAP DEPTH CINDEX MINDEX ALIGNPTS - UTP LOOPCALL CALL FDEF ENDF MDAP*2
IUP*2 SHP*2 SHC*2 SHZ*2 SHPIX IP MSIRP*2 ALIGNRP RTDG MIAP*2
NPUSHB NPUSHW WS RS WCVTP RCVT GC*2 SCFS MD*2 MPPEM MPS FLIPON FLIPOFF DEBUG
LT LTEQ GT GTEQ EQ NEQ ODD EVEN IF EIF AND OR NOT DELTAP1 SDB SDS
ADD SUB DIV MUL ABS NEG FLOOR CEILING ROUND*4 NROUND*4
WCVTF DELTAP2 DELTAP3 DELTAC1 DELTAC2 DELTAC3 SROUND S45ROUND JROT JROF ROFF - RUTG RDTG SANGW AA
FLIPPT FLIPRGON FLIPRGOFF - - SCANCTRL SDPVTL*2 GETINFO IDEF ROLL MAX MIN SCANTYPE INSTCTRL -
- GETVARIATION`;

export const FIRST_CODE = { pushBytes: 0xb0, pushWords: 0xb8, pushManyBytes: 0x40, pushManyWords: 0x41 } as const;
const LAST_IN_ORDER = [
  ['PUSHB', 0xb0, 8],
  ['PUSHW', 0xb8, 8],
  ['MDRP', 0xc0, 32],
  ['MIRP', 0xe0, 32],
] as const;

export interface Instruction {
  readonly name: string;
  readonly code: number;
  /** How many of the code's last bits are arguments. */
  readonly bits: number;
}

export const BY_NAME: ReadonlyMap<string, Instruction> = new Map(listed().map((each) => [each.name, each]));

export const BY_CODE: ReadonlyMap<number, Instruction> = new Map(
  [...BY_NAME.values()].flatMap((each) =>
    Array.from({ length: 1 << each.bits }, (_, index) => [each.code + index, each] as const),
  ),
);

function listed(): Instruction[] {
  const instructions: Instruction[] = [];
  let code = 0;
  for (const entry of IN_ORDER.trim().split(/\s+/)) {
    const [name = '', codes = '1'] = entry.split('*');
    if (name !== '-') instructions.push({ name, code, bits: Math.log2(Number(codes)) });
    code += Number(codes);
  }
  for (const [name, first, codes] of LAST_IN_ORDER) instructions.push({ name, code: first, bits: Math.log2(codes) });
  return instructions;
}
