import { isRecord } from '@latchkey/protocol/isObject'
import * as times from '@latchkey/protocol/times'
import type { Kit } from '../../../core/kit/kit.ts'
import { socials } from '../../../core/contracts/socials.ts'
import type { Social } from '../../../core/contracts/socials.ts'
import { storedValue } from '../../../core/storage/storedValue.ts'
import { contextOf } from '../../../core/kit/context.ts'

/** The company login that this browser has started. If there is none, an answer is ignored. */
const pendingSocial = storedValue<{ social: Social; at: number; left?: string }>(
  'social-login',
  (json) => {
    if (!isRecord(json)) return undefined
    const social = socials.find((name) => name === json['social'])
    return social && typeof json['at'] === 'number' ? { social, at: json['at'] } : undefined
  },
)

/**
 * Stores that a company login has started.
 * @param left query and fragment of the page, if the tab leaves it. They are restored afterwards,
 *   because the login returns to the page's path alone
 */
export const storePendingSocial = (kit: Kit, social: Social, left?: string): void =>
  pendingSocial.set(kit, { social, at: contextOf(kit).clock.now(), ...(left && { left }) })

/** Deletes the stored company login after its end. */
export const forgetPendingSocial = (kit: Kit): void => pendingSocial.set(kit, undefined)

/** The company of the stored login. Undefined without one, or if it was started too long ago. */
export function readPendingSocial(kit: Kit): Social | undefined {
  const stored = pendingSocial.get(kit)
  const age = stored ? contextOf(kit).clock.now() - stored.at : 0
  return stored && age >= 0 && age <= times.codeLife ? stored.social : undefined
}
