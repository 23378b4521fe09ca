/** What the sandbox does not sell, or not so. The API answers it with 400. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** The API's name of the refused field. */
  readonly field: string

  constructor(field: string, description: string) {
    super(description)
    this.field = field
  }
}
