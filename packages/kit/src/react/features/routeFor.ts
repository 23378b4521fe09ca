import type { Kit } from '../../core/kit.ts'
import { accountOf, activeNetworkId } from '../../core/state.ts'
import type { KitState } from '../../core/state.ts'
import type { Route } from '../modal/router.ts'
import { viewOf } from './index.ts'
import type { Views } from './index.ts'

const connect: Route<Views> = { view: 'Connect', params: undefined }
const account: Route<Views> = { view: 'Account', params: undefined }
const unsupported: Route<Views> = { view: 'UnsupportedChain', params: undefined }

/** Whether a wallet is on a network that the site does not name, nor puts up with. */
export function isAstray(kit: Kit, state: KitState): boolean {
  const networkId = activeNetworkId(state)
  return accountOf(state) !== undefined && !kit.context.options.allowUnsupportedChain && kit.context.networks.every((one) => one.networkId !== networkId)
}

/**
 * The screen that may be shown: the newest of the stack, unless the state of the connection leads elsewhere. Who is not
 * connected sees Connect; who is sees Account in its place, unless a screen led to it to add a wallet; a wallet on a foreign network
 * is led out of it.
 */
export function routeFor(kit: Kit, state: KitState, stack: readonly Route<Views>[]): Route<Views> {
  const top = stack.at(-1) ?? connect
  if (!accountOf(state)) return viewOf(top.view).isForAnybody ? top : connect
  const isAddingWallet = top.view === 'Connect' && stack.length > 1
  if (isAstray(kit, state)) return viewOf(top.view).isWayOut || isAddingWallet ? top : unsupported
  return (top.view === 'Connect' && !isAddingWallet) || top.view === 'UnsupportedChain' ? account : top
}
