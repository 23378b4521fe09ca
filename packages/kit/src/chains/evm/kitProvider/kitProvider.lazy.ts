import type { Kit } from '../../../core/kit/kit.ts'
import { connectionsOf, disconnected } from '../../../core/accounts/session.ts'
import type { Connection } from '../../../core/accounts/session.ts'
import { networkIdIn } from '../../../core/accounts/networkIdIn.ts'
import { awaitRestored } from '../../../core/accounts/awaitRestored.lazy.ts'
import type { KitState } from '../../../core/kit/state.ts'
import { checkRequest } from '../provider/checkRequest.ts'
import { readNetworkId } from '../provider/provider.ts'
import { chainIdOf, toQuantity } from '../provider/quantity.ts'
import { ProviderRpcError, toRpcError } from './rpcError.ts'
import { contextOf } from '../../../core/kit/context.ts'
import { toAddresses } from '../../../core/accounts/sharedAccount.ts'

/** The provider that EVM libraries use in place of a wallet's. EIP-1193 */
export type KitProvider = {
  request(request: { method: string; params?: readonly unknown[] | object }): Promise<unknown>
  /**
   * Adds a listener.
   * @param since the state after which changes are reported to the listener
   * @default since: now
   */
  on(event: string, listener: (data: unknown) => void, since?: KitState): KitProvider
  removeListener(event: string, listener: (data: unknown) => void): KitProvider
}

/** The part of a connection that events report. */
type ProviderState = { chainId: string; accounts: readonly string[] } | undefined

/**
 * Creates a provider over the kit's connection in eip155. A request for accounts opens the modal if
 * no wallet is connected. The provider follows changes of wallet, account and network. Events:
 * connect, disconnect, accountsChanged, chainChanged. Errors are those of EIP-1193, with the kit's
 * own as `cause`.
 */
export function createKitProvider(kit: Kit): KitProvider {
  /** Like Node's EventEmitter: a listener that is added twice is called twice. */
  const listeners = new Map<string, readonly ((data: unknown) => void)[]>()
  let stop: (() => void) | undefined

  const current = (state: KitState = kit.getState()): Connection | undefined =>
    connectionsOf(state.sessions.eip155 ?? disconnected)[0]
  /** A copy, because the caller may change it. */
  const accounts = () => [...toAddresses(current()?.accounts ?? [])]
  const chainIdNow = () => toQuantity(chainIdOf(networkIdIn(kit, 'eip155')))
  const readProviderState = (state: KitState = kit.getState()): ProviderState => {
    const connection = current(state)
    return (
      connection && {
        chainId: toQuantity(chainIdOf(connection.networkId)),
        accounts: toAddresses(connection.accounts),
      }
    )
  }

  function emit(event: string, data: unknown): void {
    for (const listener of listeners.get(event) ?? []) {
      try {
        listener(data)
      } catch (error) {
        // a listener that throws does not stop the others
        globalThis.reportError?.(error)
      }
    }
  }

  /**
   * Follows the kit from the state `since`, which may be old by now: listeners can be added before
   * this code is loaded.
   */
  function follow(since: KitState): void {
    if (stop) return
    let before = readProviderState(since)
    let isNotifying = false
    const notify = (now: ProviderState, previous: ProviderState) => {
      if (now && !previous) emit('connect', { chainId: now.chainId })
      if (now && now.chainId !== previous?.chainId) emit('chainChanged', now.chainId)
      if (String(now?.accounts ?? []) !== String(previous?.accounts ?? []))
        emit('accountsChanged', [...(now?.accounts ?? [])])
      if (!now && previous)
        emit('disconnect', new ProviderRpcError(4900, 'The wallet is disconnected.'))
    }
    const compare = () => {
      if (isNotifying || stop !== end) return
      isNotifying = true
      // a change that a listener causes is reported after the change that called the listener
      for (
        let now = readProviderState();
        JSON.stringify(now) !== JSON.stringify(before);
        now = readProviderState()
      ) {
        const previous = before
        before = now
        notify(now, previous)
      }
      isNotifying = false
    }
    const end = kit.subscribe(compare)
    stop = end
    queueMicrotask(compare) // after the caller has added its other listeners
  }

  async function answer(
    method: string,
    params: readonly unknown[] | object | undefined,
  ): Promise<unknown> {
    if (method === 'eth_chainId') return chainIdNow()
    if (method === 'net_version') return String(Number(chainIdNow()))
    if (method === 'eth_accounts') return awaitRestored(kit, 'eip155').then(accounts)
    if (method === 'wallet_revokePermissions') return revoke(params)
    if (method === 'eth_requestAccounts') {
      await awaitRestored(kit, 'eip155')
      if (!current()) await kit.connect({ namespace: 'eip155' })
      return accounts()
    }
    if (method === 'wallet_switchEthereumChain') return switchNetwork(params)
    // also while the visitor uses another namespace
    return kit.request({ method, params, namespace: 'eip155' })
  }

  /**
   * Revokes the permission for accounts: notifies the wallet if it knows the method, and ends the
   * kit's connection. EIP-2255
   */
  async function revoke(params: unknown): Promise<null> {
    // a list, checked here
    const [named] = Array.isArray(params) ? (params as readonly unknown[]) : []
    if (typeof named !== 'object' || named === null || !Object.hasOwn(named, 'eth_accounts'))
      throw new ProviderRpcError(-32602, 'wallet_revokePermissions takes [{ eth_accounts: {} }].')
    const connection = current()
    if (!connection) return null
    await kit
      .request({
        method: 'wallet_revokePermissions',
        params: [{ eth_accounts: {} }],
        namespace: 'eip155',
      })
      .catch(() => {}) // many wallets lack it
    if (current()?.connectorId === connection.connectorId)
      await kit.disconnect({ connectorId: connection.connectorId, namespace: 'eip155' })
    return null
  }

  /**
   * Switches to one of the site's networks, like the visitor's press. Any other network is rejected
   * (4902).
   */
  async function switchNetwork(params: unknown): Promise<unknown> {
    const [wanted] = Array.isArray(params) ? params : []
    const networkId = readNetworkId(wanted?.chainId)
    if (!networkId)
      throw new ProviderRpcError(-32602, 'wallet_switchEthereumChain takes [{ chainId: "0x…" }].')
    if (!contextOf(kit).networks.some((network) => network.networkId === networkId))
      throw new ProviderRpcError(4902, 'The site does not name that network.')
    await kit.switchNetwork({ networkId })
    return null
  }

  const provider: KitProvider = {
    async request(args) {
      try {
        const { method, params } = checkRequest(args)
        // checked above
        return await answer(method, params as readonly unknown[] | object | undefined)
      } catch (error) {
        throw toRpcError(error)
      }
    },
    on(event, listener, since = kit.getState()) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener])
      follow(since)
      return provider
    },
    removeListener(event, listener) {
      const known = listeners.get(event) ?? []
      const position = known.lastIndexOf(listener)
      if (position >= 0)
        listeners.set(
          event,
          known.filter((_, index) => index !== position),
        )
      if ([...listeners.values()].every(({ length }) => length === 0)) {
        stop?.()
        stop = undefined
      }
      return provider
    },
  }
  return provider
}
