import type { Kit } from '../../core/kit/kit.ts'
import type { Logins } from '../../core/contracts/login.ts'
import { readStored } from '../../core/storage/storage.ts'
import { loginsOwner } from './loginsOwner.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * The stored login methods of the wallet's service; undefined before its first answer. Every page
 * with a button reads them, so only their form is checked here. An unknown name has no effect.
 */
export function knownLogins(kit: Kit): Logins | undefined {
  const { owner, email, socials, approvals } = (readStored(
    contextOf(kit).storage.raw,
    'wallet-logins',
    // each field is checked below
  ) ?? {}) as { owner?: unknown; email?: unknown; socials?: unknown; approvals?: unknown }
  return owner === loginsOwner(kit) && typeof email === 'boolean' && Array.isArray(socials)
    ? { email, socials, ...(approvals === 'window' && { approvals }) }
    : undefined
}
