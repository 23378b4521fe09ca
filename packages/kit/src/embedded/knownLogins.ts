import type { Kit } from '../core/kit.ts'
import type { Logins } from '../core/login.ts'
import { readStored } from '../core/storage.ts'
import { loginsOwner } from './loginsOwner.ts'

/**
 * The ways in that the wallet's service offered last; undefined before it was heard. Read by every
 * page with a button, so only its form is checked: a name that no login has is offered nowhere.
 */
export function knownLogins(kit: Kit): Logins | undefined {
  const { owner, email, socials, approvals } = (readStored(
    kit.context.storage.raw,
    'wallet-logins',
  ) ?? {}) as { owner?: unknown; email?: unknown; socials?: unknown; approvals?: unknown } // read as unknown
  return owner === loginsOwner(kit) && typeof email === 'boolean' && Array.isArray(socials)
    ? { email, socials, ...(approvals === 'window' && { approvals }) }
    : undefined
}
