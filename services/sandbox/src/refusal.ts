/** A request for an offer that the sandbox does not have. The API answers it with 400. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** The API's name of the refused field. */
  readonly field: string

  constructor(field: string, description: string) {
    super(description)
    this.field = field
  }
}
