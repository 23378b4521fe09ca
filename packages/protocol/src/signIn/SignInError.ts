import type { SignInField } from './signInMessage.ts'

/**
 * What is wrong with a field. `malformed`: it violates its grammar. `long`: it is too long.
 * `foreign`: it is a URI that does not belong to the site.
 */
export type SignInFault = 'missing' | 'malformed' | 'long' | 'foreign'

const sentences: Record<SignInFault, string> = {
  missing: 'is missing',
  malformed: 'is not of the form that the standard gives',
  long: 'is too long',
  foreign: 'is not of the domain',
}

/**
 * The error for a sign-in message that is refused. It names the field, and never contains the
 * field's content. The field `text` means the form of the whole message.
 */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly field: SignInField | 'text'
  readonly fault: SignInFault

  constructor(field: SignInField | 'text', fault: SignInFault) {
    super(`The ${field} of the sign-in message ${sentences[fault]}`)
    this.field = field
    this.fault = fault
  }
}
