/**
 * The storage of a server: sessions and spent nonces, each a text with a key and an expiry. The
 * server writes a key once and never changes it, so three operations are enough. A store that can't
 * answer must reject; the sign-in is then refused.
 */
export type SiwxStore = {
  /**
   * Milliseconds since 1970 from which on it has lost nothing. Nonces from before are refused.
   * @default it never loses anything
   */
  readonly since?: number
  /**
   * Writes a text unless the key has one. Resolves to whether it was written: of two calls at once
   * exactly one writes.
   * @param until milliseconds since 1970
   * @param share the client or the account that it belongs to; a full store removes entries of the
   *   share that uses the most
   */
  add(key: string, text: string, until: number, share?: string): Promise<boolean>
  /** The text of a key, unless it has expired. */
  get(key: string): Promise<string | undefined>
  remove(key: string): Promise<void>
}
