/** The size of the page and the part of it that shows, as LibreOffice writes them. */
const PAGE = /width="[\d.]+mm" height="[\d.]+mm" viewBox="[^"]*"/;
/** Around the first thing on the page: of a metafile, the whole image. In hundredths of a millimetre. */
const IMAGE = /<rect class="BoundingBox"[^>]* x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)"\/>/;

/** A metafile is opened in the middle of a page of paper: the drawing is cut to the image. */
export function cutToImage(svg: string): string {
  const image = IMAGE.exec(svg);
  if (!image) return svg;
  const [x, y, width, height] = image.slice(1).map(Number) as [number, number, number, number];
  return svg.replace(
    PAGE,
    `width="${width / 100}mm" height="${height / 100}mm" viewBox="${x} ${y} ${width} ${height}"`,
  );
}
