/** A request in plain words. */
export type Description = {
  title: string
  /** One sentence below the title. */
  note: string
  /** Facts, name and value. */
  facts: readonly (readonly [name: string, value: string])[]
  /** The signed content, unchanged. */
  body?: string
  /** The text of the button that approves. */
  yes: string
}
