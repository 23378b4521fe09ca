/**
 * The error for a request that the sandbox does not fulfil, such as for a token that is not sold.
 * The answer has the status 400.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** The field of the request that is refused, by its name in the API's errors. */
  readonly field: string

  constructor(field: string, description: string) {
    super(description)
    this.field = field
  }
}
