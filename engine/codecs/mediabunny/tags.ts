import type { MetadataTags } from 'mediabunny';
import type { TrackFacts } from '../../contract/facts.ts';

/** Tags that every audio and video format here can hold in some form, by their usual names; empty ones left out. */
export function tagsOf(tags: MetadataTags): Record<string, string> {
  const named: Readonly<Record<string, string | number | undefined>> = {
    title: tags.title,
    artist: tags.artist,
    album: tags.album,
    albumArtist: tags.albumArtist,
    genre: tags.genre,
    comment: tags.comment,
    track: tags.trackNumber,
    disc: tags.discNumber,
    year: yearOf(tags.date),
  };
  const filled = Object.entries(named).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(filled.map(([name, value]) => [name, String(value)]));
}

function yearOf(date: Date | undefined): number | undefined {
  return date && Number.isFinite(date.getTime()) ? date.getUTCFullYear() : undefined;
}

/** Embedded frames as tracks of their own kind. */
export function coversOf(tags: MetadataTags): TrackFacts[] {
  return (tags.images ?? []).map(({ mimeType }) => ({ kind: 'cover', codec: COVER_CODECS[mimeType] ?? 'unknown' }));
}

const COVER_CODECS: Readonly<Record<string, string>> = {
  'image/jpeg': 'mjpeg',
  'image/jpg': 'mjpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
};
