import type { Kit } from '../core/kit.ts'
import type { Logins } from '../core/login.ts'
import { readStored } from '../core/storage.ts'

/** The answer of another service, or for another project of the same site, is not this one's. */
export const loginsOwner = ({ context: { options } }: Kit) => `${options.services?.wallet} ${options.projectId ?? ''}`

/** The ways in that the wallet's service offered last; undefined before it was heard. Read by every page with a button, so only its form is checked: a name that no login has is offered nowhere. */
export function knownLogins(kit: Kit): Logins | undefined {
  const { owner, email, socials } = (readStored(kit.context.storage.raw, 'wallet-logins') ?? {}) as { owner?: unknown; email?: unknown; socials?: unknown } // read as unknown
  return owner === loginsOwner(kit) && typeof email === 'boolean' && Array.isArray(socials) ? { email, socials } : undefined
}
