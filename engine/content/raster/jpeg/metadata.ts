import { ExifEditor, exifOfOrientation } from '../metadata/exif-editor.ts';
import { withoutExifLocation, withoutXmpLocation } from '../metadata/exif-location.ts';
import { beginsWith, MARKER, type JpegSegment } from './segments.ts';

const EXIF = 'Exif\0\0';
const XMP = 'http://ns.adobe.com/xap/1.0/\0';
const LONG_XMP = 'http://ns.adobe.com/xmp/extension/\0';
const ICC = 'ICC_PROFILE\0';
const JFIF = 'JFIF\0';
const ADOBE = 'Adobe';
/** CIPA DC-007: further pictures behind the first one. */
const SEVERAL_PICTURES = 'MPF\0';

/** Whether a segment says something of the picture that its pixels can be decoded without. */
export function isMetadata({ marker }: JpegSegment): boolean {
  return (marker >= MARKER.app0 && marker <= MARKER.app15) || marker === MARKER.comment;
}

export function isIndexOfPictures({ marker, payload }: JpegSegment): boolean {
  return marker === MARKER.app2 && beginsWith(payload, SEVERAL_PICTURES);
}

/** Segments that say how the pixels are to be shown: they stay when everything else is stripped. */
function isOfAppearance({ marker, payload }: JpegSegment): boolean {
  if (marker === MARKER.app0) return beginsWith(payload, JFIF);
  if (marker === MARKER.app2) return beginsWith(payload, ICC);
  return marker === MARKER.app14 && beginsWith(payload, ADOBE);
}

/** The metadata of a JPEG on their way to another one: each change returns new ones. */
export class JpegMetadata {
  readonly segments: readonly JpegSegment[];

  constructor(segments: readonly JpegSegment[]) {
    this.segments = segments;
  }

  /** EXIF, 1 to 8; damaged EXIF says nothing. */
  get orientation(): number {
    try {
      return this.#exif()?.orientation ?? 1;
    } catch (error) {
      if (error instanceof RangeError) return 1;
      throw error;
    }
  }

  /** What is needed to show the picture, without the previews in it. */
  stripped(): JpegMetadata {
    const kept = this.segments.filter(isOfAppearance);
    return new JpegMetadata(
      kept.map((segment) => (segment.marker === MARKER.app0 ? withoutJfifPreview(segment) : segment)),
    );
  }

  /** Without positions in EXIF and XMP. What cannot be searched for one goes as a whole: `dropped` says how much. */
  withoutLocation(): { metadata: JpegMetadata; dropped: number } {
    const longXmp = this.segments.filter((segment) => hasSignature(segment, LONG_XMP));
    const isInLongXmp = /gps/i.test(Buffer.concat(longXmp.map(({ payload }) => payload)).toString('latin1'));
    const segments = this.segments.flatMap((segment) => {
      if (hasSignature(segment, LONG_XMP)) return isInLongXmp ? [] : [segment];
      if (hasSignature(segment, XMP)) return [{ ...segment, payload: withoutXmpLocation(segment.payload) }];
      return hasSignature(segment, EXIF) ? exifWithoutLocation(segment) : [segment];
    });
    return { metadata: new JpegMetadata(segments), dropped: this.segments.length - segments.length };
  }

  withoutIndexOfPictures(): JpegMetadata {
    return new JpegMetadata(this.segments.filter((segment) => !isIndexOfPictures(segment)));
  }

  /** Says that viewers shall turn the picture in this way. */
  withOrientation(orientation: number): JpegMetadata {
    if (orientation === this.orientation) return this;
    const changed = this.#withExif((exif) => {
      exif.orientation = orientation;
    });
    const { segments } = changed ?? this.#withNewExif(exifOfOrientation(orientation));
    return new JpegMetadata(segments.map((segment) => xmpWithOrientation(segment, orientation)));
  }

  /** Of a picture whose pixels have been turned: upright now, and without the preview that still lies on its side. */
  turned({ transposes }: { readonly transposes: boolean }): JpegMetadata {
    const upright = this.withOrientation(1);
    const withoutPreview = upright.#withExif((exif) => {
      exif.removeThumbnail();
      if (transposes) exif.swapSides();
    });
    const { segments } = withoutPreview ?? upright;
    return new JpegMetadata(transposes ? segments.map(withSwappedDensities) : segments);
  }

  #exif(): ExifEditor | undefined {
    const segment = this.segments.find((candidate) => hasSignature(candidate, EXIF));
    return segment && new ExifEditor(segment.payload.subarray(EXIF.length));
  }

  /** Nothing where there is no EXIF, or none that can be read. */
  #withExif(edit: (exif: ExifEditor) => void): JpegMetadata | undefined {
    try {
      const exif = this.#exif();
      if (!exif) return undefined;
      edit(exif);
      const payload = payloadOf(EXIF, exif.bytes);
      return new JpegMetadata(
        this.segments.map((segment) => (hasSignature(segment, EXIF) ? { ...segment, payload } : segment)),
      );
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  /** JFIF must come first where it is. */
  #withNewExif(tiff: Uint8Array): JpegMetadata {
    const others = this.segments.filter((segment) => !hasSignature(segment, EXIF));
    const place = others[0]?.marker === MARKER.app0 ? 1 : 0;
    return new JpegMetadata(others.toSpliced(place, 0, { marker: MARKER.app1, payload: payloadOf(EXIF, tiff) }));
  }
}

function hasSignature({ marker, payload }: JpegSegment, signature: string): boolean {
  return marker === MARKER.app1 && beginsWith(payload, signature);
}

function payloadOf(signature: string, content: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(signature, 'latin1'), content]);
}

/** Where XMP repeats the orientation it must not say another one. */
function xmpWithOrientation(segment: JpegSegment, orientation: number): JpegSegment {
  if (!hasSignature(segment, XMP)) return segment;
  const text = Buffer.from(segment.payload).toString('latin1');
  const changed = text.replaceAll(/(tiff:Orientation(?:\s*=\s*["']|>\s*))[1-8]/g, `$1${orientation}`);
  return { ...segment, payload: Buffer.from(changed, 'latin1') };
}

/** EXIF that cannot be read may hold a position all the same. */
function exifWithoutLocation(segment: JpegSegment): JpegSegment[] {
  try {
    return [{ ...segment, payload: withoutExifLocation(segment.payload) }];
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** JFIF 1.02: version, unit, two densities, and the sides of a preview whose pixels follow. */
const JFIF_FIELD = { densities: 8, previewSides: 12, end: 14 } as const;

function withoutJfifPreview(segment: JpegSegment): JpegSegment {
  if (segment.payload.length <= JFIF_FIELD.end) return segment;
  const payload = segment.payload.slice(0, JFIF_FIELD.end);
  payload.fill(0, JFIF_FIELD.previewSides);
  return { ...segment, payload };
}

function withSwappedDensities(segment: JpegSegment): JpegSegment {
  if (segment.marker !== MARKER.app0 || !beginsWith(segment.payload, JFIF)) return segment;
  const payload = segment.payload.slice();
  const at = JFIF_FIELD.densities;
  payload.copyWithin(at, at + 2, at + 4);
  payload.set(segment.payload.subarray(at, at + 2), at + 2);
  return { ...segment, payload };
}
