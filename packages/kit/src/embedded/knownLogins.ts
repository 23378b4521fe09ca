import type { Kit } from '../core/kit.ts'
import type { Logins } from '../core/login.ts'
import { readStored, writeStored } from '../core/storage.ts'

/** The answer of another service, or for another project of the same site, is not this one's. */
const ownerOf = ({ context: { options } }: Kit) => `${options.services?.wallet} ${options.projectId ?? ''}`

/** The ways in that the wallet's service offered last; undefined before it was heard. Read by every page with a button, so only its form is checked: a name that no login has is offered nowhere. */
export function knownLogins(kit: Kit): Logins | undefined {
  const { owner, email, socials } = (readStored(kit.context.storage.raw, 'wallet-logins') ?? {}) as { owner?: unknown; email?: unknown; socials?: unknown } // read as unknown
  return owner === ownerOf(kit) && typeof email === 'boolean' && Array.isArray(socials) ? { email, socials } : undefined
}

/** Remembers what the service offers. */
export const rememberLogins = (kit: Kit, { email, socials }: Logins): void => writeStored(kit.context.storage.raw, 'wallet-logins', { owner: ownerOf(kit), email, socials })
