import type { Step, Warning } from '../../contract/codec.ts';
import { formatOf } from '../../formats/index.ts';
import type { Task } from './arg-builder.ts';
import { TEXT_SUBTITLES } from './encoders.ts';
import type { Chapter, Probe, Stream } from './probe.ts';
import type { Preparation } from './recipe.ts';
import type { TrimmedCues } from './trimmed-cues.ts';

/** Returns the cues that must be cut out before, which are further inputs behind so many others. */
export function addSubtitles(probe: Probe, task: Task, inputs: number): readonly TrimmedCues[] {
  const { container, trimmed, builder, step } = task;
  const { subtitles } = container;
  if (!container.video) return [];
  const { start = 0, duration } = step.options;
  const cut: TrimmedCues[] = [];
  let dropped = 0;
  for (const stream of probe.streams.filter(({ kind }) => kind === 'subtitle')) {
    const copied = subtitles?.copies.includes(stream.codec) === true && !trimmed;
    if (!subtitles || (!copied && !TEXT_SUBTITLES.has(stream.codec))) {
      dropped++;
      continue;
    }
    if (trimmed)
      builder.mapCues(stream, inputs + cut.push({ stream: stream.index, start, duration }) - 1, subtitles.encodes);
    else builder.map(stream, { c: copied ? 'copy' : subtitles.encodes });
  }
  if (dropped === 0) return cut;
  builder.warnings.push({
    code: 'track_dropped',
    message: 'Subtitles that are images or of an unknown kind were dropped: the target holds only subtitles as text.',
    lost: probe.streams.filter(({ kind }) => kind === 'subtitle').length === dropped ? ['subtitles'] : [],
    details: { dropped },
  });
  return cut;
}

/** Keeps the cover where the target can; returns how to get it out when it must go in as a tag. */
export function addCover(probe: Probe, { step, container, builder }: Task): Preparation | undefined {
  const covers = probe.streams.filter(({ kind }) => kind === 'cover');
  if (covers.length === 0 || step.options.strip) return undefined;
  const cover = covers.find(isReadable);
  if (!cover) {
    builder.warnings.push({ code: 'tags_dropped', message: 'The cover image was dropped: it is damaged.' });
    return undefined;
  }
  if (container.cover === 'tag' || container.cover === 'attachment') {
    return { makes: container.cover, output: ['-map', `0:${cover.index}`, '-c', 'copy', '-f', 'data'] };
  }
  if (container.cover === 'stream') {
    builder.map(cover, { c: 'copy', disposition: 'attached_pic' });
    return undefined;
  }
  builder.warnings.push({
    code: 'tags_dropped',
    message: `The cover image was dropped: it cannot be written into ${formatOf(step.to).name}.`,
  });
  return undefined;
}

/** Of an image that cannot be read FFmpeg knows no size, and no container takes it. */
function isReadable({ width, height }: Stream): boolean {
  return width !== undefined && height !== undefined;
}

export function addTags(probe: Probe, { step, container, trimmed, builder }: Task): void {
  if (step.options.strip) {
    builder.args.push('-map_metadata', '-1', '-map_chapters', '-1');
    return;
  }
  if (container.chapters === 'tags' && !trimmed) builder.args.push(...chapterTags(probe.chapters));
  else if (container.chapters !== 'own' && probe.chapters.length > 0)
    builder.warnings.push(withoutChapters(step, probe));
  // Ogg keeps the tags of the whole with its stream, where other containers would not look for them.
  const tagged = probe.streams.find(({ kind, tags }) => kind === 'audio' && TITLE_TAGS.some((name) => name in tags));
  const global = Object.keys(probe.tags).some((name) => TITLE_TAGS.includes(name));
  if (tagged && !global) builder.args.push('-map_metadata:g', `0:s:${tagged.index}`);
}

/** The tags in which Vorbis comments note chapters; FFmpeg writes them for Opus alone. */
function chapterTags(chapters: readonly Chapter[]): string[] {
  const tags = chapters.flatMap(({ start, title = '' }, index) => {
    const name = `CHAPTER${String(index + 1).padStart(3, '0')}`;
    const time = new Date(Math.round(start * 1000)).toISOString().slice(11, 23);
    return [`${name}=${time}`, `${name}NAME=${title}`];
  });
  // FFmpeg removes the name of the encoder later and puts the last tag in its place, before the time of its chapter.
  return (tags.length === 0 ? [] : ['encoder=', ...tags]).flatMap((tag) => ['-metadata', tag]);
}

function withoutChapters({ to }: Step, { chapters }: Probe): Warning {
  const message = `The ${chapters.length} chapters were dropped: they cannot be written into ${formatOf(to).name}.`;
  return { code: 'tags_dropped', message, details: { dropped: chapters.length } };
}

const TITLE_TAGS: readonly string[] = ['title', 'artist', 'album', 'album_artist', 'genre', 'date', 'track', 'comment'];
