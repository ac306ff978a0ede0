/** A furnace that melts whatever it is given. */
export class Furnace<Metal extends { readonly meltsAt: number }> {
  readonly #heat: number;

  constructor(heat = 1200) {
    this.#heat = heat; // degrees
  }

  melt(metal: Metal): string {
    return metal.meltsAt <= this.#heat ? `melted at ${metal.meltsAt} °C` : 'too <hard> & "cold"';
  }
}
