import { concatBytes, latin1Bytes, latin1Of } from '../../../io/bytes.ts';
import { ExifEditor, exifOfOrientation } from '../metadata/exif-editor.ts';
import { withoutExifLocation, withoutXmpLocation } from '../metadata/location.ts';
import { appContent, appSegment, isApp, MARKER, type JpegSegment } from './segments.ts';

/** Whether a segment says something of the image that its pixels can be decoded without. */
export function isMetadata({ marker }: JpegSegment): boolean {
  return (marker >= MARKER.app0 && marker <= MARKER.app15) || marker === MARKER.comment;
}

/** Segments that say how the pixels are to be shown: they stay when everything else is stripped. */
function isOfAppearance(segment: JpegSegment): boolean {
  return isApp(segment, 'jfif') || isApp(segment, 'icc') || isApp(segment, 'adobe');
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

  /** What is needed to show the image, without the previews in it. */
  stripped(): JpegMetadata {
    const kept = this.segments.filter(isOfAppearance);
    return new JpegMetadata(
      kept.map((segment) => (segment.marker === MARKER.app0 ? withoutJfifPreview(segment) : segment)),
    );
  }

  /** Without positions in EXIF and XMP. What cannot be searched for one goes as a whole: `dropped` says how much. */
  withoutLocation(): { metadata: JpegMetadata; dropped: number } {
    const longXmp = this.segments.filter((segment) => isApp(segment, 'longXmp'));
    const isInLongXmp = /gps/i.test(latin1Of(concatBytes(longXmp.map(({ payload }) => payload))));
    const segments = this.segments.flatMap((segment) => {
      if (isApp(segment, 'longXmp')) return isInLongXmp ? [] : [segment];
      if (isApp(segment, 'xmp')) return [{ ...segment, payload: withoutXmpLocation(segment.payload) }];
      return isApp(segment, 'exif') ? exifWithoutLocation(segment) : [segment];
    });
    return { metadata: new JpegMetadata(segments), dropped: this.segments.length - segments.length };
  }

  withoutIndex(): JpegMetadata {
    return new JpegMetadata(this.segments.filter((segment) => !isApp(segment, 'multiPicture')));
  }

  /** Says that viewers shall turn the image in this way. */
  withOrientation(orientation: number): JpegMetadata {
    if (orientation === this.orientation) return this;
    const changed = this.#withExif((exif) => {
      exif.orientation = orientation;
    });
    const { segments } = changed ?? this.#withNewExif(exifOfOrientation(orientation));
    return new JpegMetadata(segments.map((segment) => xmpWithOrientation(segment, orientation)));
  }

  /** Of an image whose pixels have been turned: upright now, and without the preview that still lies on its side. */
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
    const segment = this.segments.find((candidate) => isApp(candidate, 'exif'));
    return segment && new ExifEditor(appContent(segment, 'exif'));
  }

  /** Nothing where there is no EXIF, or none that can be read. */
  #withExif(edit: (exif: ExifEditor) => void): JpegMetadata | undefined {
    try {
      const exif = this.#exif();
      if (!exif) return undefined;
      edit(exif);
      const edited = appSegment('exif', exif.bytes);
      return new JpegMetadata(this.segments.map((segment) => (isApp(segment, 'exif') ? edited : segment)));
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  /** JFIF must come first where it is. */
  #withNewExif(tiff: Uint8Array): JpegMetadata {
    const others = this.segments.filter((segment) => !isApp(segment, 'exif'));
    const place = others[0]?.marker === MARKER.app0 ? 1 : 0;
    return new JpegMetadata(others.toSpliced(place, 0, appSegment('exif', tiff)));
  }
}

/** Where XMP repeats the orientation it must not say another one. */
function xmpWithOrientation(segment: JpegSegment, orientation: number): JpegSegment {
  if (!isApp(segment, 'xmp')) return segment;
  const text = latin1Of(segment.payload);
  const changed = text.replaceAll(/(tiff:Orientation(?:\s*=\s*["']|>\s*))[1-8]/g, `$1${orientation}`);
  return { ...segment, payload: latin1Bytes(changed) };
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
  if (!isApp(segment, 'jfif')) return segment;
  const payload = segment.payload.slice();
  const at = JFIF_FIELD.densities;
  payload.copyWithin(at, at + 2, at + 4);
  payload.set(segment.payload.subarray(at, at + 2), at + 2);
  return { ...segment, payload };
}
