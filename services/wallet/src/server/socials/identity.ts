import { walletSocials } from '@latchkey/protocol/socials'
import type { Keyring } from '../keys/createKeyring.ts'
import { parseEmail } from '../logins/parseEmail.ts'
import { cleanName } from './cleanName.ts'
import type { ReportedUser } from './companies.ts'

/** Companies with whose accounts a person can log in, and Farcaster. */
export const providers = [...walletSocials, 'farcaster'] as const
/** A company, or Farcaster. */
export type Provider = (typeof providers)[number]

/**
 * A proved account of a company or of Farcaster. `email`: an address that the company has verified,
 * in the form of `parseEmail`; null if there is none. `userName`: a name that the person chose
 * there and that proves nothing.
 */
export type Identity = {
  provider: Provider
  subject: string
  email: string | null
  userName: string | null
}

/**
 * Makes an identity from what a company reports. `email` is null if `parseEmail` refuses the
 * address.
 */
export function identityOf(
  provider: Provider,
  { subject, email, userName }: ReportedUser,
): Identity {
  return {
    provider,
    subject,
    email: email === undefined ? null : addressOf(email),
    userName: cleanName(userName),
  }
}

function addressOf(text: string): string | null {
  try {
    return parseEmail(text)
  } catch {
    return null
  }
}

/**
 * The contexts for which identities, the secrets of attempts and pending logins are sealed. A
 * sealed value can be opened only with its own context.
 */
export const identityRow = {
  profile: (id: string) => `identities ${id} profile`,
  attempt: (id: string) => `social attempts ${id} identity`,
  secrets: (id: string) => `social attempts ${id} secrets`,
  pending: (device: string) => `joins ${device} pending`,
}

/**
 * The name of an identity for lookups and locks. It contains a space, so it never equals an e-mail
 * address, which is also used as such a name.
 */
export const subjectOf = ({ provider, subject }: Pick<Identity, 'provider' | 'subject'>): string =>
  `${provider} ${subject}`

/** Opens a sealed identity. `row`: its context, from {@link identityRow}. */
export const openIdentity = (keyring: Keyring, sealed: Uint8Array, row: string): Identity =>
  JSON.parse(keyring.open(sealed, row).toString()) as Identity // this service has written it
