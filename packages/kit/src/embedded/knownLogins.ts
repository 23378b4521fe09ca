import { isRecord } from '@latchkey/protocol/isObject'
import type { Kit } from '../core/kit.ts'
import type { Logins } from '../core/login.ts'
import { ownUrl } from '../core/ownUrl.ts'
import { socials } from '../core/socials.ts'
import { storedValue } from '../core/storedValue.ts'

/** The wallet's service, without a slash at its end. */
export const walletUrl = ({ context: { options } }: Kit): string => ownUrl(options.services?.wallet ?? '').replace(/\/$/, '')

/** The answer of another service, or for another project of the same site, is not this one's. */
const ownerOf = (kit: Kit) => `${walletUrl(kit)} ${kit.context.options.projectId ?? ''}`

const stored = storedValue<Logins & { owner: string }>('wallet-logins', (json) => {
  if (!isRecord(json) || typeof json['owner'] !== 'string' || typeof json['email'] !== 'boolean' || !Array.isArray(json['socials'])) return undefined
  const names: readonly unknown[] = json['socials']
  return { owner: json['owner'], email: json['email'], socials: socials.filter((one) => names.includes(one)) }
})

/** The ways in that the wallet's service offered last. What was never heard is not guessed: an e-mail address, and no company. */
export function knownLogins(kit: Kit): Logins {
  const known = stored.get(kit)
  return known?.owner === ownerOf(kit) ? { email: known.email, socials: known.socials } : { email: true, socials: [] }
}

/** Remembers what the service offers. */
export const rememberLogins = (kit: Kit, { email, socials }: Logins): void => stored.set(kit, { owner: ownerOf(kit), email, socials })
