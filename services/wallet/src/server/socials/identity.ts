import { walletSocials } from '@latchkey/protocol/socials'
import type { Keyring } from '../keys/createKeyring.ts'
import { parseEmail } from '../logins/parseEmail.ts'
import { cleanName } from './cleanName.ts'
import type { ReportedUser } from './companies.ts'

/** Companies whose accounts log in, with Farcaster. */
export const providers = [...walletSocials, 'farcaster'] as const
/** One of them. */
export type Provider = (typeof providers)[number]

/**
 * A company's account that was proved. `email`: an address that the company has verified, as
 * `parseEmail` writes it. `userName` was chosen by its owner.
 */
export type Identity = {
  provider: Provider
  subject: string
  email: string | null
  userName: string | null
}

/**
 * The identity of what a company told. An address in a form that this service does not serve is
 * none.
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

/** Where identities are sealed. */
export const identityRow = {
  profile: (id: string) => `identities ${id} profile`,
  attempt: (id: string) => `social attempts ${id} identity`,
  secrets: (id: string) => `social attempts ${id} secrets`,
  pending: (device: string) => `joins ${device} pending`,
}

/** What an identity is found by; no address has a space, so it is never one. */
export const subjectOf = ({ provider, subject }: Pick<Identity, 'provider' | 'subject'>): string =>
  `${provider} ${subject}`

/** The identity of a sealed column. */
export const openIdentity = (keyring: Keyring, sealed: Uint8Array, row: string): Identity =>
  JSON.parse(keyring.open(sealed, row).toString()) as Identity // written by this service
