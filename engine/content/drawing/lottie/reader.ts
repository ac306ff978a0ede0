import { ConversionError } from '../../../contract/errors.ts';
import type { Limits } from '../../../contract/limits.ts';
import type { FormatId } from '../../../formats/index.ts';
import { base64Of, utf8Of } from '../../../io/bytes.ts';
import { openZip, type ZipArchive } from '../../../io/zip.ts';
import { imageTypeOf } from '../../document/book/image-type.ts';
import type { LottieAnimation } from './model.ts';

/* Lottie Animation Format 1.0 (Lottie Animation Community), and dotLottie 1.0 and 2.0, which pack it in a ZIP. */

type Json = Readonly<Record<string, unknown>>;

const TEXT_LAYER = 5;
const DATA_URL = /^data:/;

/** Reads an animation, bare or packed, and puts its images into it. */
export function readLottie(bytes: Uint8Array, format: FormatId, limits: Limits): LottieAnimation {
  if (format !== 'dotlottie') return animationOf(utf8Of(bytes), limits);
  const zip = openZip(bytes, limits);
  const ids = animationsOf(zip);
  const entry = ids.flatMap((id) => [zip.find(`a/${id}.json`), zip.find(`animations/${id}.json`)]).find(Boolean);
  if (!entry) throw corrupt('it holds no animation');
  return { ...animationOf(utf8Of(zip.read(entry)), limits, zip), others: ids.length - 1 };
}

/** Names of the animations in their order; that of the manifest that is shown first comes first. */
function animationsOf(zip: ZipArchive): readonly string[] {
  const manifest = zip.find('manifest.json');
  if (!manifest) throw corrupt('it has no manifest');
  const { animations, initial, activeAnimationId } = objectOf(parsed(utf8Of(zip.read(manifest))));
  const ids = listOf(animations).flatMap((animation) => textOf(objectOf(animation)['id']) ?? []);
  const first = textOf(objectOf(initial)['animation']) ?? textOf(activeAnimationId);
  return first !== undefined && ids.includes(first) ? [first, ...ids.filter((id) => id !== first)] : ids;
}

function animationOf(text: string, limits: Limits, zip?: ZipArchive): LottieAnimation {
  checkNesting(text, limits);
  const root = objectOf(parsed(text));
  const [width, height, rate, start, end] = ['w', 'h', 'fr', 'ip', 'op'].map((name) => numberOf(root[name]));
  if (!width || !height || width < 0.5 || height < 0.5) throw corrupt('it has no size');
  if (!rate || rate < 0) throw corrupt('it says no frame rate');
  if (start === undefined || end === undefined || end <= start) throw corrupt('it has no duration');
  const assets = listOf(root['assets']).map(objectOf);
  const layers = listOf(root['layers']).map(objectOf);
  checkLayers(layers, assets, limits);
  checkCopies(root, limits.drawnLayers);
  const embedded = assets.map((asset) => embeddedImage(asset, zip));
  const isText = (layer: Json): boolean => layer['ty'] === TEXT_LAYER;
  return {
    json: JSON.stringify({ ...root, ...(assets.length > 0 && { assets: embedded }) }),
    width: Math.round(width),
    height: Math.round(height),
    framesPerSecond: rate,
    seconds: (end - start) / rate,
    hasText: [layers, ...assets.map(({ layers: inside }) => listOf(inside).map(objectOf))].flat().some(isText),
    missingImages: embedded.filter(isMissing).length,
    others: 0,
  };
}

function isMissing({ p }: Json): boolean {
  return typeof p === 'string' && !DATA_URL.test(p);
}

/** An image with its bytes, where these are in the ZIP; everything else as it is. */
function embeddedImage(asset: Json, zip: ZipArchive | undefined): Json {
  const name = textOf(asset['p']);
  if (!zip || name === undefined || DATA_URL.test(name)) return asset;
  const entry = zip.find(`i/${name}`) ?? zip.find(`images/${name}`);
  const bytes = entry && zip.read(entry);
  const type = bytes && imageTypeOf(bytes);
  return type ? { ...asset, u: '', e: 1, p: `data:${type};base64,${base64Of(bytes)}` } : asset;
}

/** Compositions are placed as often as layers name them, and these within each other: what is drawn is counted before. */
function checkLayers(layers: readonly Json[], assets: readonly Json[], { drawnLayers }: Limits): void {
  const compositions = new Map(assets.map((asset) => [asset['id'], listOf(asset['layers']).map(objectOf)]));
  const counts = new Map<unknown, number | 'open'>();
  const count = (inside: readonly Json[]): number =>
    inside.reduce((sum, { refId }) => sum + 1 + (refId === undefined ? 0 : countOf(refId)), 0);
  const countOf = (id: unknown): number => {
    const known = counts.get(id);
    if (known === 'open') throw corrupt('a composition is within itself');
    if (known !== undefined) return known;
    counts.set(id, 'open');
    const found = count(compositions.get(id) ?? []);
    counts.set(id, found);
    return found;
  };
  if (count(layers) > drawnLayers) throw tooManyLayers(drawnLayers);
}

/** Repeaters draw a shape as often as they say. */
function checkCopies(value: unknown, most: number): void {
  if (typeof value !== 'object' || value === null) return;
  const { ty, c } = objectOf(value);
  if (ty === 'rp' && numbersIn(c).some((copies) => copies > most)) throw tooManyLayers(most);
  for (const one of Object.values(value)) checkCopies(one, most);
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

function tooManyLayers(allowed: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The animation draws more than ${allowed} layers or copies of a shape. Simplify it first.`,
    details: { limit: 'drawnLayers', allowed },
  });
}

/** Parsers call themselves for every level. */
function checkNesting(text: string, { nesting }: Limits): void {
  let [depth, isInText] = [0, false];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (isInText && sign === '\\') at++;
    else if (sign === '"') isInText = !isInText;
    else if (isInText) continue;
    else if (sign === '[' || sign === '{') depth++;
    else if (sign === ']' || sign === '}') depth--;
    if (depth > nesting)
      throw new ConversionError({
        code: 'input_too_complex',
        message: `The animation is nested more than ${nesting} levels deep.`,
        details: { limit: 'nesting', allowed: nesting },
      });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw corrupt('it is not correct JSON', error);
  }
}

function corrupt(what: string, cause?: unknown): ConversionError {
  const message = `The animation is damaged: ${what}. Export it again.`;
  return new ConversionError({ code: 'input_corrupt', message }, { cause });
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
