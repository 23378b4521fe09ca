/**
 * What a server remembers: sessions and spent nonces, each a text by a key, until a time. The
 * server writes a key once and never changes it, so three operations are enough. A store that
 * cannot answer rejects, and the sign-in is refused.
 */
export type SiwxStore = {
  /**
   * Milliseconds since 1970 since when it forgets nothing; nonces from before are refused. @default
   * it never forgets
   */
  readonly since?: number
  /**
   * Writes a text unless the key has one; resolves to whether it was written. Of two at once
   * exactly one writes. `until`: milliseconds since 1970. `share`: whose it is, a client or an
   * account; a store that has to forget something forgets of the share that takes the most.
   */
  add(key: string, text: string, until: number, share?: string): Promise<boolean>
  /** The text of a key, unless its time is over. */
  get(key: string): Promise<string | undefined>
  remove(key: string): Promise<void>
}
