/** Ends the parts of a program, the newest first. */
export class Closers {
  readonly #ends: (() => unknown)[] = []

  /** @param end ends a part that has started */
  add(end: () => unknown): void {
    this.#ends.push(end)
  }

  /** Ends all parts. Further calls do nothing. */
  async close(): Promise<void> {
    for (const end of this.#ends.splice(0).toReversed()) await end()
  }
}
