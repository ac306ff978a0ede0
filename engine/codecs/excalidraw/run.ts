import type { Artifact } from '../../contract/artifact.ts';
import type { CreateRunner, RunContext } from '../../contract/codec.ts';
import { MiB } from '../../contract/limits.ts';
import { factsOfDrawnSource } from '../../content/drawing/drawn-source.ts';
import { isHarmlessLink, warnOfLinks } from '../../content/drawing/links.ts';
import { readSourceText } from '../../content/document/text/source-text.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { utf8Bytes } from '../../io/bytes.ts';
import { drawScene } from './drawing.ts';
import { readScene, type Element, type Scene } from './scene.ts';

/** Bytes of a board with its images. */
const MAX_BYTES = 64 * MiB;
const IMAGE_DATA = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml|avif|bmp);base64,[\w+/=]*$/;
/** Lines of text that readers of drawings take: those that are level or upright. */
const QUARTER = Math.PI / 2;

const createRunner: CreateRunner = () => ({
  convert([input], step, context) {
    const scene = sceneOf(input!, context);
    const bytes = utf8Bytes(drawWithWarnings(scene, context));
    return [{ name: outputNameOf(input!.name, step.to), format: step.to, bytes }];
  },
  inspect(artifact, _request, context) {
    const { elements } = sceneOf(artifact, context);
    const text = elements.filter(isRead).map((element) => element.text);
    const links = elements.filter(({ link }) => link !== undefined).length;
    const figures = elements.filter(({ type, image = '' }) => type === 'image' && IMAGE_DATA.test(image)).length;
    return factsOfDrawnSource(artifact, 'excalidraw', { text: text.join('\n').trim(), links, figures }, context);
  },
});

export default createRunner;

function sceneOf(input: Artifact, context: RunContext): Scene {
  return readScene(readSourceText(input, { maxBytes: MAX_BYTES }, context));
}

function isRead({ type, text, angle, opacity }: Element): boolean {
  const isWritten = text !== '' && ['text', 'frame', 'magicframe'].includes(type);
  const quarters = angle / QUARTER;
  return isWritten && opacity > 0 && Math.abs(quarters - Math.round(quarters)) < 0.01;
}

function drawWithWarnings(scene: Scene, context: RunContext): string {
  let [images, links] = [0, 0];
  const drawing = drawScene(scene, {
    keepImage: (address) => IMAGE_DATA.test(address) || (images++, false),
    keepLink: (address) => isHarmlessLink(address) || (links++, false),
  });
  images += scene.elements.filter(({ type, image }) => type === 'image' && image === undefined).length;
  if (scene.elements.some(({ isRough }) => isRough)) {
    const message = 'Strokes and hatchings that look drawn by hand are drawn straight.';
    context.warn({ code: 'feature_dropped', message });
  }
  if (images > 0) {
    const message = `${images} images of the board are not in the file; their places are left empty.`;
    context.warn({ code: 'picture_dropped', message, lost: ['figures'], details: { images } });
  }
  warnOfLinks('board', links, context);
  return drawing;
}
