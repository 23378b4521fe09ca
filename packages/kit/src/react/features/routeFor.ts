import type { Namespace } from '@latchkey/protocol/namespace'
import type { Kit } from '../../core/kit.ts'
import { accountOf } from '../../core/state.ts'
import type { Route } from '../modal/router.ts'
import { gateBefore, isOffered, viewOf } from './manifests.ts'
import type { LoadedFeatures } from './manifests.ts'
import type { Views } from './registry.ts'

const connect: Route<Views> = { view: 'Connect', params: undefined }
/** The first screen of a connected visitor. */
export const home: Route<Views> = { view: 'Account', params: undefined }

/**
 * The screen that may be shown: the newest of the stack, unless the state of the connection
 * requires another. A visitor who is not connected sees Connect. A connected visitor sees
 * `destination` in place of Connect (unless it adds a wallet, or an account of another namespace),
 * and in place of a gate's screen once the gate lets in. A gate that does not let in shows its own
 * screen. A screen that the site does not allow gives way to Connect, or to Account. Account
 * replaces a screen that the chain does not support.
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
  const gate = gateBefore(known, kit, account)
  const gateRoute = gate && known.gates.get(gate.view)
  if (gateRoute) return view?.isWayOut || isAddingWallet ? top : gateRoute
  const isPassed = !view || known.gates.has(top.view) || (top.view === 'Connect' && !isAddingWallet)
  const wanted = isPassed ? destination : top
  return isOffered(kit, known, wanted.view) || wanted.view === home.view ? wanted : home
}

/** The newest screen of the stack, if the site allows it. */
function allowed(
  kit: Kit,
  known: LoadedFeatures,
  stack: readonly Route<Views>[],
): Route<Views> | undefined {
  const top = stack.at(-1) ?? connect
  return viewOf(known, top.view)?.isAllowed?.(kit, stack.length === 1) === false ? undefined : top
}

/** Whether a namespace is wanted in which no account is connected. */
const isMissing = (kit: Kit, namespace: Namespace | undefined): boolean =>
  namespace !== undefined &&
  accountOf({ sessions: kit.getState().sessions, namespace }) === undefined
