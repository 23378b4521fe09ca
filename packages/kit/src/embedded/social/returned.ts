import { isRecord } from '@latchkey/protocol/isObject'
import * as times from '@latchkey/protocol/times'
import type { Kit } from '../../core/kit.ts'
import { socials } from '../../core/socials.ts'
import type { Social } from '../../core/socials.ts'
import { storedValue } from '../../core/storedValue.ts'

/** The login that this browser has begun: an answer that comes without one is not read. */
const begun = storedValue<{ social: Social; at: number; left?: string }>('social-login', (json) => {
  if (!isRecord(json)) return undefined
  const social = socials.find((one) => one === json['social'])
  return social && typeof json['at'] === 'number' ? { social, at: json['at'] } : undefined
})

/**
 * Remembers that a login by a company has begun. @param left the query and the fragment of the
 * page, where it is left: the login comes back to its path alone
 */
export const noteBegun = (kit: Kit, social: Social, left?: string): void =>
  begun.set(kit, { social, at: kit.context.clock.now(), ...(left && { left }) })

/** Forgets it: it has ended. */
export const forgetBegun = (kit: Kit): void => begun.set(kit, undefined)

/** The company of the login that was begun within the time of a login; undefined without one. */
export function begunSocial(kit: Kit): Social | undefined {
  const known = begun.get(kit)
  const age = known ? kit.context.clock.now() - known.at : 0
  return known && age >= 0 && age <= times.codeLife ? known.social : undefined
}
