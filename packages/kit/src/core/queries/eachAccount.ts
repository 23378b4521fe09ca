import { parseNetworkId } from '@latchkey/protocol/caip'
import type { AccountId, NetworkId } from '@latchkey/protocol/caip'
import type { Kit } from '../kit/kit.ts'
import { accountOf } from '../kit/state.ts'

/**
 * The visitor's account on a network, even if another account is in use. Undefined while no wallet
 * of the namespace is connected.
 * @default the account in use, on its own network
 */
export function accountIdOn(
  { getState }: Pick<Kit, 'getState'>,
  networkId?: NetworkId,
): AccountId | undefined {
  const state = getState()
  const namespace = networkId === undefined ? state.namespace : parseNetworkId(networkId).namespace
  const account = accountOf({ sessions: state.sessions, namespace })
  return (
    account &&
    (networkId === undefined ? account.accountId : (`${networkId}:${account.address}` as AccountId))
  ) // a valid id: the address is of the network's namespace
}

/**
 * Calls `begin` with the visitor's account at once, and again whenever the account changes: after a
 * change of account, network or namespace, and with undefined after a disconnect. `begin` returns
 * the function that ends its work.
 * @returns the function that stops the calls, and ends the current work
 */
export function eachAccount(
  kit: Kit,
  networkId: NetworkId | undefined,
  begin: (accountId: AccountId | undefined) => () => void,
): () => void {
  let isStopped = false
  let current: AccountId | undefined
  let end = () => {}
  const enter = () => {
    current = accountIdOn(kit, networkId)
    const ending = begin(current)
    // a listener may stop the watch while it is notified
    if (isStopped) ending()
    else end = ending
  }
  enter()
  const unsubscribe = kit.subscribe(() => {
    if (accountIdOn(kit, networkId) === current) return
    end()
    enter()
  })
  return () => {
    isStopped = true
    unsubscribe()
    end()
  }
}
