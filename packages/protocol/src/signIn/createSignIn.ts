import { readUrl } from '../readUrl.ts'
import { formatSignIn } from './formatSignIn.ts'
import { SignInError } from './SignInError.ts'
import type { SignInMessage } from './signInMessage.ts'

/** The values of a sign-in that a site chooses; the others follow from the time. */
export type SignInParameters = Omit<
  SignInMessage,
  'version' | 'issuedAt' | 'expirationTime' | 'notBefore'
> & {
  /** Milliseconds since 1970. */
  now: number
  /** Milliseconds until the sign-in expires. @default never */
  lifetime?: number
}

/**
 * The values of a new sign-in message, each of them checked; its URI has to be of its domain.
 * `formatSignIn` makes the text of it.
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
  // also where the port is another one
  if (readUrl(message.uri)?.host !== message.domain) throw new SignInError('uri', 'foreign')
  return message
}
