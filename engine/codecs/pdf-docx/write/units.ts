/** Points to twips (1/20 pt), the unit of most lengths in Word files. */
export const twips = (points: number): number => Math.round(points * 20);

/** Points to English Metric Units, the unit of drawings. */
export const emu = (points: number): number => Math.round(points * 12_700);

/** Points to pixels at 96 dpi, in which docx takes the sizes of images. */
export const pixels = (points: number): number => (points * 96) / 72;
