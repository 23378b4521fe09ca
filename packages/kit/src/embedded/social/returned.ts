import { isRecord } from '@latchkey/protocol/isObject'
import * as times from '@latchkey/protocol/times'
import type { Kit } from '../../core/kit.ts'
import { socials } from '../../core/socials.ts'
import type { Social } from '../../core/socials.ts'
import { storedValue } from '../../core/storedValue.ts'

/** The login that this browser has begun: an answer that comes without one is not read. */
const pendingSocial = storedValue<{ social: Social; at: number; left?: string }>(
  'social-login',
  (json) => {
    if (!isRecord(json)) return undefined
    const social = socials.find((name) => name === json['social'])
    return social && typeof json['at'] === 'number' ? { social, at: json['at'] } : undefined
  },
)

/**
 * Remembers that a login by a company has begun. @param left the query and the fragment of the
 * page, where it is left: the login comes back to its path alone
 */
export const storePendingSocial = (kit: Kit, social: Social, left?: string): void =>
  pendingSocial.set(kit, { social, at: kit.context.clock.now(), ...(left && { left }) })

/** Forgets it: it has ended. */
export const forgetPendingSocial = (kit: Kit): void => pendingSocial.set(kit, undefined)

/** The company of the login that was begun within the time of a login; undefined without one. */
export function readPendingSocial(kit: Kit): Social | undefined {
  const stored = pendingSocial.get(kit)
  const age = stored ? kit.context.clock.now() - stored.at : 0
  return stored && age >= 0 && age <= times.codeLife ? stored.social : undefined
}
