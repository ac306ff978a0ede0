import { isUtf8Bytes, utf8Of } from '../../../io/bytes.ts';
import { decoderNamed } from '../../../io/code-pages.ts';
import type { DataScalar } from '../model.ts';
import { numberValue } from '../plain-values.ts';
import type { ReadRequest } from '../read.ts';
import { timeOfNanoseconds } from '../times.ts';

/** Seconds from 1960, where SAS counts from, to 1970. */
const EPOCH_SECONDS = -315_619_200n;
const DAY_SECONDS = 86_400;
const SECOND_NANOSECONDS = 1_000_000_000;
/** What SAS has for dates at most: the end of the year 9999. */
const MOST_SECONDS = 253_717_919_999;

/** What the format of a variable shows its numbers as. */
export type SasKind = 'text' | 'number' | 'day' | 'moment' | 'time' | 'time of a moment';

/** Names of formats, without their widths, as "SAS Formats and Informats" lists them for dates and times. */
const MOMENTS = /^(?:DATETIME|DATEAMPM|DT(?:DATE|MONYY|WKDATX|YEAR)|MDYAMPM|[BE]8601(?:D[TNXZ]|LX)|NLDATM\w*)$/;
const TIMES = /^(?:TIME|TIMEAMPM|TOD|HHMM|HOUR|MMSS|[BE]8601(?:TM|TZ|TX|LZ)|NLTIM\w*)$/;
const DAYS =
  /^(?:DATE|DAY|(?:DDMMYY|MMDDYY|YYMMDD)[BCDNPS]?|DOWNAME|JUL(?:DAY|IAN)|(?:MMYY|YYMM|YYQ|YYQR)[CDNPS]?|MON(?:NAME|TH|YY)|QTRR?|(?:WEEK|WORD)DAT[EX]|WEEKDAY|WEEK[UVW]|YEAR|YYMON|[BE]8601DA|MINGUO|NENGO|NLDATE\w*|PDJUL[GI])$/;

/** How the numbers of a variable are meant, by the format that shows them. */
export function kindOfFormat(format: string): SasKind {
  const name = format.toUpperCase().replace(/[\d.\s]+$/, '');
  if (MOMENTS.test(name)) return 'moment';
  if (TIMES.test(name)) return name === 'TOD' ? 'time of a moment' : 'time';
  return DAYS.test(name) ? 'day' : 'number';
}

/** A number of SAS: all kinds of missing values are null, and dates and times are such where they can be. */
export function sasNumber(number: number, kind: SasKind): DataScalar {
  if (Number.isNaN(number)) return null;
  const seconds = kind === 'day' ? Math.floor(number) * DAY_SECONDS : number;
  if (kind === 'number' || Math.abs(seconds) >= MOST_SECONDS + 1) return numberValue(number);
  const isOfDay = seconds >= 0 && seconds < DAY_SECONDS;
  // A duration may be longer than a day: it is no time of one then.
  if (kind === 'time' && !isOfDay) return numberValue(number);
  const told = kind === 'day' ? 'date' : kind === 'time' || (kind === 'time of a moment' && isOfDay) ? 'time' : 'local';
  const whole = Math.floor(seconds);
  // A double has six digits behind the seconds of a date.
  const fraction = Math.round((seconds - whole) * 1e6) * (SECOND_NANOSECONDS / 1e6);
  const since = BigInt(whole) + (told === 'time' ? 0n : EPOCH_SECONDS);
  const nanoseconds = since * BigInt(SECOND_NANOSECONDS) + BigInt(fraction);
  return timeOfNanoseconds(told, nanoseconds) ?? numberValue(number);
}

/** A text of fixed width: SAS fills it up with blanks, and one of nothing else is a missing value. */
export function sasText(bytes: Uint8Array, decode: (bytes: Uint8Array) => string): DataScalar {
  let end = bytes.byteLength;
  while (end > 0 && (bytes[end - 1] === 0x20 || bytes[end - 1] === 0)) end--;
  return end === 0 ? null : decode(bytes.subarray(0, end));
}

/** Decodes texts of a file that does not say how they are encoded, and tells when they are not UTF-8. */
export function assumedDecoder({ warn }: ReadRequest['context']): (bytes: Uint8Array) => string {
  const encoding = 'windows-1252';
  const western = decoderNamed(encoding)!;
  let isTold = false;
  return (bytes) => {
    if (isUtf8Bytes(bytes)) return utf8Of(bytes);
    if (!isTold) {
      isTold = true;
      const message = `The file does not say how its texts are encoded; they were read as ${encoding}.`;
      warn({ code: 'encoding_assumed', message, details: { encoding } });
    }
    return western(bytes);
  };
}

/** Tells what a table has no place for. */
export function tellDescriptions(described: number, { warn }: ReadRequest['context']): void {
  if (described === 0) return;
  warn({
    code: 'feature_dropped',
    message: `A table has no place for some of what SAS says of its variables, which is left out: labels of ${described} variables. The values are kept.`,
    details: { described },
  });
}
