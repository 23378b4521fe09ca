import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { isSignInRequired } from '../../core/kit/state.ts'
import type { Siwx } from '../../core/contracts/siwx.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * The site's sign-in functions.
 * @throws KitError siwxDisabled without the option
 */
export function siwxOf(kit: Kit): Siwx {
  const { siwx } = contextOf(kit)
  if (!siwx) throw kitError('siwxDisabled')
  return siwx
}

/**
 * The site's time, milliseconds since 1970, by which its sessions begin and end. The browser's time
 * if the site has none.
 */
export function timeOf(kit: Kit): number {
  return siwxOf(kit).getTime?.() ?? contextOf(kit).clock.now()
}

/** Whether a visitor who does not sign in is disconnected. */
export const isRequired = (kit: Kit): boolean => isSignInRequired(siwxOf(kit))
