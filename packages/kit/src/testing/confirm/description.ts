/** A request in plain words. */
export type Description = {
  title: string
  /** A sentence below the title. */
  note: string
  /** Facts as pairs of name and value. */
  facts: readonly (readonly [name: string, value: string])[]
  /** The signed content, unchanged. */
  body?: string
  /** The text of the approve button. */
  yes: string
}
