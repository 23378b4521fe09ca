import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { isSignInRequired } from '../../core/kit/state.ts'
import type { Siwx } from '../../core/contracts/siwx.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * The site's sign-in functions.
 * @throws KitError siwxDisabled without the option `siwx`
 */
export function siwxOf(kit: Kit): Siwx {
  const { siwx } = contextOf(kit)
  if (!siwx) throw kitError('siwxDisabled')
  return siwx
}

/**
 * The time by the site's clock, in milliseconds since 1970, by which sessions begin and end. The
 * browser's time if the site reports no time.
 */
export function timeOf(kit: Kit): number {
  return siwxOf(kit).getTime?.() ?? contextOf(kit).clock.now()
}

/** Whether signing in is required: a visitor who does not sign in is disconnected. */
export const isRequired = (kit: Kit): boolean => isSignInRequired(siwxOf(kit))
