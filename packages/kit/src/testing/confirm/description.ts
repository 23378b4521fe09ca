/** A request in plain words, as the wallet's window shows it. */
export type Description = {
  title: string
  /** A sentence below the title. */
  note: string
  /** Facts as pairs of name and value. */
  facts: readonly (readonly [name: string, value: string])[]
  /** The content to sign, unchanged. */
  body?: string
  /** The text of the approve button. */
  yes: string
}
