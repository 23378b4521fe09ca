import { readUrl } from '../readUrl.ts'
import { formatSignIn } from './formatSignIn.ts'
import { SignInError } from './SignInError.ts'
import type { SignInMessage } from './signInMessage.ts'

/** The values of a sign-in that a site chooses. The omitted ones follow from the time. */
export type SignInParameters = Omit<
  SignInMessage,
  'version' | 'issuedAt' | 'expirationTime' | 'notBefore'
> & {
  /** The current time in milliseconds since 1970. */
  now: number
  /** Milliseconds until the sign-in expires. @default never */
  lifetime?: number
}

/**
 * Returns the checked values of a new sign-in message. Its URI has to belong to its domain.
 * `formatSignIn` writes the text.
 * @throws SignInError which names the field
 */
export function createSignIn({ now, lifetime, ...fields }: SignInParameters): SignInMessage {
  const message: SignInMessage = {
    ...fields,
    version: '1',
    issuedAt: new Date(now).toISOString(),
    ...(lifetime !== undefined && { expirationTime: new Date(now + lifetime).toISOString() }),
  }
  formatSignIn(message)
  // compares the port, too
  if (readUrl(message.uri)?.host !== message.domain) throw new SignInError('uri', 'foreign')
  return message
}
