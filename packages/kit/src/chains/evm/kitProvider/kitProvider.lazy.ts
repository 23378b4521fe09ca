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
  const events = new ProviderEvents(kit)
  const provider: KitProvider = {
    async request(args) {
      try {
        const { method, params } = checkRequest(args)
        // checked above
        return await answer(kit, method, params as readonly unknown[] | object | undefined)
      } catch (error) {
        throw toRpcError(error)
      }
    },
    on(event, listener, since = kit.getState()) {
      events.add(event, listener, since)
      return provider
    },
    removeListener(event, listener) {
      events.remove(event, listener)
      return provider
    },
  }
  return provider
}

const connectionIn = ({ sessions }: KitState): Connection | undefined =>
  connectionsOf(sessions.eip155 ?? disconnected)[0]

/** A copy, because the caller may change it. */
const accountsOf = (kit: Kit) => [...toAddresses(connectionIn(kit.getState())?.accounts ?? [])]

function providerStateOf(state: KitState): ProviderState {
  const connection = connectionIn(state)
  return (
    connection && {
      chainId: toQuantity(chainIdOf(connection.networkId)),
      accounts: toAddresses(connection.accounts),
    }
  )
}

async function answer(
  kit: Kit,
  method: string,
  params: readonly unknown[] | object | undefined,
): Promise<unknown> {
  const chainIdNow = () => toQuantity(chainIdOf(networkIdIn(kit, 'eip155')))
  if (method === 'eth_chainId') return chainIdNow()
  if (method === 'net_version') return String(Number(chainIdNow()))
  if (method === 'eth_accounts') return awaitRestored(kit, 'eip155').then(() => accountsOf(kit))
  if (method === 'wallet_revokePermissions') return revoke(kit, params)
  if (method === 'eth_requestAccounts') {
    await awaitRestored(kit, 'eip155')
    if (!connectionIn(kit.getState())) await kit.connect({ namespace: 'eip155' })
    return accountsOf(kit)
  }
  if (method === 'wallet_switchEthereumChain') return switchNetwork(kit, params)
  // also while the visitor uses another namespace
  return kit.request({ method, params, namespace: 'eip155' })
}

/**
 * Revokes the permission for accounts: notifies the wallet if it knows the method, and ends the
 * kit's connection. EIP-2255
 */
async function revoke(kit: Kit, params: unknown): Promise<null> {
  // a list, checked here
  const [named] = Array.isArray(params) ? (params as readonly unknown[]) : []
  if (typeof named !== 'object' || named === null || !Object.hasOwn(named, 'eth_accounts'))
    throw new ProviderRpcError(-32602, 'wallet_revokePermissions takes [{ eth_accounts: {} }].')
  const connection = connectionIn(kit.getState())
  if (!connection) return null
  await kit
    .request({
      method: 'wallet_revokePermissions',
      params: [{ eth_accounts: {} }],
      namespace: 'eip155',
    })
    .catch(() => {}) // many wallets lack it
  if (connectionIn(kit.getState())?.connectorId === connection.connectorId)
    await kit.disconnect({ connectorId: connection.connectorId, namespace: 'eip155' })
  return null
}

/**
 * Switches to one of the site's networks, like the visitor's press. Any other network is rejected
 * (4902).
 */
async function switchNetwork(kit: Kit, params: unknown): Promise<unknown> {
  const [wanted] = Array.isArray(params) ? params : []
  const networkId = readNetworkId(wanted?.chainId)
  if (!networkId)
    throw new ProviderRpcError(-32602, 'wallet_switchEthereumChain takes [{ chainId: "0x…" }].')
  if (!contextOf(kit).networks.some((network) => network.networkId === networkId))
    throw new ProviderRpcError(4902, 'The site does not name that network.')
  await kit.switchNetwork({ networkId })
  return null
}

type Listener = (data: unknown) => void

/** The listeners of a provider. While there are any, the kit's connection is followed. */
class ProviderEvents {
  readonly #kit: Kit
  /** Like Node's EventEmitter: a listener that is added twice is called twice. */
  readonly #listeners = new Map<string, readonly Listener[]>()
  #stop: (() => void) | undefined

  constructor(kit: Kit) {
    this.#kit = kit
  }

  add(event: string, listener: Listener, since: KitState): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
    this.#stop ??= followChanges(this.#kit, since, (name, data) => this.#emit(name, data))
  }

  remove(event: string, listener: Listener): void {
    const known = this.#listeners.get(event) ?? []
    const position = known.lastIndexOf(listener)
    if (position >= 0)
      this.#listeners.set(
        event,
        known.filter((_, index) => index !== position),
      )
    if ([...this.#listeners.values()].every(({ length }) => length === 0)) {
      this.#stop?.()
      this.#stop = undefined
    }
  }

  #emit(event: string, data: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) {
      try {
        listener(data)
      } catch (error) {
        // a listener that throws does not stop the others
        globalThis.reportError?.(error)
      }
    }
  }
}

/**
 * Emits an event for each change of the connection. Follows the kit from the state `since`, which
 * may be old by now: listeners can be added before this code is loaded.
 * @returns ends it
 */
function followChanges(
  kit: Kit,
  since: KitState,
  emit: (event: string, data: unknown) => void,
): () => void {
  let before = providerStateOf(since)
  let isNotifying = false
  let hasEnded = false
  const compare = () => {
    if (isNotifying || hasEnded) return
    isNotifying = true
    // a change that a listener causes is reported after the change that called the listener
    for (
      let now = providerStateOf(kit.getState());
      JSON.stringify(now) !== JSON.stringify(before);
      now = providerStateOf(kit.getState())
    ) {
      const previous = before
      before = now
      for (const [event, data] of changesOf(now, previous)) emit(event, data)
    }
    isNotifying = false
  }
  const unsubscribe = kit.subscribe(compare)
  queueMicrotask(compare) // after the caller has added its other listeners
  return () => {
    hasEnded = true
    unsubscribe()
  }
}

/** The events of a change, in their order. */
function* changesOf(
  now: ProviderState,
  previous: ProviderState,
): Generator<readonly [event: string, data: unknown]> {
  if (now && !previous) yield ['connect', { chainId: now.chainId }]
  if (now && now.chainId !== previous?.chainId) yield ['chainChanged', now.chainId]
  if (String(now?.accounts ?? []) !== String(previous?.accounts ?? []))
    yield ['accountsChanged', [...(now?.accounts ?? [])]]
  if (!now && previous)
    yield ['disconnect', new ProviderRpcError(4900, 'The wallet is disconnected.')]
}
