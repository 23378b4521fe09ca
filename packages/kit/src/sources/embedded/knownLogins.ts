import type { Kit } from '../../core/kit/kit.ts'
import type { Logins } from '../../core/contracts/login.ts'
import { readStored } from '../../core/storage/storage.ts'
import { loginsOwner } from './loginsOwner.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * The stored login methods of the wallet's service; undefined before its first answer. Every page
 * with a button runs this code, so it checks only types, to stay small. Unknown names of companies
 * have no effect.
 */
export function knownLogins(kit: Kit): Logins | undefined {
  const { owner, email, socials, approvals } = (readStored(
    contextOf(kit).storage.raw,
    'wallet-logins',
    // the expression below checks each field
  ) ?? {}) as { owner?: unknown; email?: unknown; socials?: unknown; approvals?: unknown }
  return owner === loginsOwner(kit) && typeof email === 'boolean' && Array.isArray(socials)
    ? { email, socials, ...(approvals === 'window' && { approvals }) }
    : undefined
}
