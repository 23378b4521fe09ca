import type { Namespace } from '@latchkey/protocol/namespace'
import type { Kit } from '../../core/kit/kit.ts'
import { accountOf } from '../../core/kit/state.ts'
import type { Route } from '../router/reducer.ts'
import { failingGuard, isOffered, viewOf } from './manifests.ts'
import type { LoadedFeatures } from './manifests.ts'
import type { Views } from './registry.ts'

const connect: Route<Views> = { view: 'Connect', params: undefined }
/** The first screen of a connected visitor. */
export const home: Route<Views> = { view: 'Account', params: undefined }

/**
 * Returns the screen to show. It is the newest screen of the stack, with these exceptions:
 * - a visitor who is not connected sees Connect, unless the screen needs no account
 * - a connected visitor sees `destination` instead of Connect, unless Connect is open to add a
 *   wallet or an account of another namespace
 * - if a guard does not allow the account, the guard's screen is shown, unless the newest screen
 *   helps to satisfy a guard or adds a wallet
 * - once the guard allows the account, `destination` is shown instead of the guard's screen
 * - a screen that the site does not allow is replaced by Connect or Account
 * - a screen that the chain does not support is replaced by Account
 */
export function routeFor(
  kit: Kit,
  known: LoadedFeatures,
  stack: readonly Route<Views>[],
  destination: Route<Views> = home,
): Route<Views> {
  const account = accountOf(kit.getState())
  const top = allowed(kit, known, stack) ?? (account ? home : connect)
  const view = viewOf(known, top.view)
  if (!account) return view?.needsNoAccount ? top : connect
  const isAddingWallet =
    top.view === 'Connect' && (stack.length > 1 || isMissing(kit, top.params?.namespace))
  const guard = failingGuard(known, kit, account)
  const guardRoute = guard && known.guards.get(guard.view)
  if (guardRoute) return view?.resolvesGuard || isAddingWallet ? top : guardRoute
  const isPassed =
    !view || known.guards.has(top.view) || (top.view === 'Connect' && !isAddingWallet)
  const wanted = isPassed ? destination : top
  return isOffered(kit, known, wanted.view) || wanted.view === home.view ? wanted : home
}

/** Returns the newest screen of the stack; undefined if the site does not allow it. */
function allowed(
  kit: Kit,
  known: LoadedFeatures,
  stack: readonly Route<Views>[],
): Route<Views> | undefined {
  const top = stack.at(-1) ?? connect
  return viewOf(known, top.view)?.isAllowed?.(kit, stack.length === 1) === false ? undefined : top
}

/** Whether Connect was opened for a namespace in which no account is connected. */
const isMissing = (kit: Kit, namespace: Namespace | undefined): boolean =>
  namespace !== undefined &&
  accountOf({ sessions: kit.getState().sessions, namespace }) === undefined
