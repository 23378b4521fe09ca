import { walletSocials } from '@latchkey/protocol/socials'
import type { Keyring } from '../keys/createKeyring.ts'
import { parseEmail } from '../logins/parseEmail.ts'
import { cleanName } from './cleanName.ts'
import type { ReportedUser } from './companies.ts'

/** Companies whose accounts log in, and Farcaster. */
export const providers = [...walletSocials, 'farcaster'] as const
/** A company, or Farcaster. */
export type Provider = (typeof providers)[number]

/**
 * A proved account of a company. `email`: an address that the company has verified, in the
 * form of `parseEmail`. `userName` was chosen by its owner.
 */
export type Identity = {
  provider: Provider
  subject: string
  email: string | null
  userName: string | null
}

/**
 * The identity for a company's facts, without an address that this service does not support.
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

/** The contexts for which identities are sealed. */
export const identityRow = {
  profile: (id: string) => `identities ${id} profile`,
  attempt: (id: string) => `social attempts ${id} identity`,
  secrets: (id: string) => `social attempts ${id} secrets`,
  pending: (device: string) => `joins ${device} pending`,
}

/**
 * The name of an identity for lookups and locks. It contains a space, so it never equals an
 * address.
 */
export const subjectOf = ({ provider, subject }: Pick<Identity, 'provider' | 'subject'>): string =>
  `${provider} ${subject}`

/** Decrypts the identity of a sealed column. */
export const openIdentity = (keyring: Keyring, sealed: Uint8Array, row: string): Identity =>
  JSON.parse(keyring.open(sealed, row).toString()) as Identity // this service has written it
