/**
 * The storage of a server: sessions and spent nonces, each a text with a key and an expiry. The
 * server writes each key once and never changes its text, so three operations are enough. If a
 * store can't answer, it must reject: the server then refuses the request.
 */
export type SiwxStore = {
  /**
   * Milliseconds since 1970. Since that time the store has lost nothing. The server refuses older
   * nonces, because they may be spent.
   * @default the store never loses anything
   */
  readonly since?: number
  /**
   * Writes a text if the key does not exist. Resolves to whether it has written. If two calls write
   * the same key at the same time, exactly one of them must succeed.
   * @param until milliseconds since 1970
   * @param share the client or account to which the entry belongs; a full store removes entries of
   *   the share that uses the most space
   */
  add(key: string, text: string, until: number, share?: string): Promise<boolean>
  /** The text of a key. Undefined if there is none or it has expired. */
  get(key: string): Promise<string | undefined>
  remove(key: string): Promise<void>
}
