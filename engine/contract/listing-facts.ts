/** What a list of entries says: translations, a playlist, links, a palette, the features of a map. */
export interface ListingFacts {
  /** Entries in all. */
  readonly count: number;
  /**
   * The first of them, as many as `limits.verifiedTextChars` allows, or all of a result whose format has an order of its own:
   * names and values in turn, values in their text form.
   */
  readonly entries: readonly (readonly string[])[];
}
