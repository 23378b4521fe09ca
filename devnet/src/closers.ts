/** Ends the parts of a program, the last one first. */
export class Closers {
  readonly #ends: (() => unknown)[] = []

  /** @param end of a part that has started */
  add(end: () => unknown): void {
    this.#ends.push(end)
  }

  /** Ends all parts. A second call does no harm. */
  async close(): Promise<void> {
    for (const end of this.#ends.splice(0).toReversed()) await end()
  }
}
