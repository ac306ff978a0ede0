import type { FormatId } from '../index.ts';
import { hasAnyMarker, hasMarker, latin1 } from './byte-fields.ts';
import { found, type Detector } from './finding.ts';

const RIFF_FORMS: Readonly<Record<string, FormatId>> = {
  WAVE: 'wav',
  WEBP: 'webp',
  'AVI ': 'avi',
  AVIX: 'avi',
  'AMV ': 'amv',
  ACON: 'ani',
  RMID: 'mid',
  QLCM: 'qcp',
  sfbk: 'sf2',
  'PAL ': 'riffpal',
};

const IFF_FORMS: Readonly<Record<string, FormatId>> = {
  AIFF: 'aiff',
  AIFC: 'aifc',
  LWOB: 'lwo',
  LWO2: 'lwo',
  LWLO: 'lwo',
  LXOB: 'lwo',
};

/** RIFF (and its 64-bit kinds), IFF and DjVu: four letters behind the size name the content. */
export const detectRiff: Detector = async ({ head }) => {
  const form = latin1(head, 8, 12);
  if (hasAnyMarker(head, ['RIFF', 'RIFX', 'RF64', 'BW64'])) {
    const format = RIFF_FORMS[form] ?? (/^CDR/i.test(form) ? 'cdr' : undefined);
    return format && found(format);
  }
  if (hasMarker(head, 'AT&TFORM')) return found('djvu');
  if (!hasMarker(head, 'FORM')) return undefined;
  const format = IFF_FORMS[form];
  return format && found(format);
};
