/** Ends the parts of a program in the reverse order of their start. */
export class Closers {
  readonly #ends: (() => unknown)[] = []

  /** @param end the function that ends a part; the part has just started */
  add(end: () => unknown): void {
    this.#ends.push(end)
  }

  /** Ends all parts. Further calls do nothing. */
  async close(): Promise<void> {
    for (const end of this.#ends.splice(0).toReversed()) await end()
  }
}
