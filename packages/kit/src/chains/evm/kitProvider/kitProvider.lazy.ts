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
   * @param since a state of the kit; the listener gets the changes since that state
   * @default since: the current state
   */
  on(event: string, listener: (data: unknown) => void, since?: KitState): KitProvider
  removeListener(event: string, listener: (data: unknown) => void): KitProvider
}

/** The part of a connection that events report. */
type ProviderState = { chainId: string; accounts: readonly string[] } | undefined

/**
 * Creates a provider over the kit's connection in eip155. A request for accounts opens the modal if
 * no wallet is connected. The provider follows changes of wallet, account and network. Events:
 * connect, disconnect, accountsChanged, chainChanged. Errors have the form of EIP-1193, with the
 * kit's error as `cause`.
 */
export function createKitProvider(kit: Kit): KitProvider {
  const events = new ProviderEvents(kit)
  const provider: KitProvider = {
    async request(args) {
      try {
        const { method, params } = checkRequest(args)
        // the type is right: `checkRequest` has checked the parameters
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

/** The connected addresses, as a copy: the caller may change the list. */
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
  // `namespace`, because the visitor may currently use another namespace
  return kit.request({ method, params, namespace: 'eip155' })
}

/**
 * Revokes the permission for accounts: requests the wallet to do so, and ends the kit's connection
 * even if the wallet lacks the method. EIP-2255
 */
async function revoke(kit: Kit, params: unknown): Promise<null> {
  // Array.isArray has checked it; the cast only replaces `any` by `unknown`
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
    .catch(() => {}) // many wallets lack the method
  if (connectionIn(kit.getState())?.connectorId === connection.connectorId)
    await kit.disconnect({ connectorId: connection.connectorId, namespace: 'eip155' })
  return null
}

/**
 * Switches to one of the site's networks, as if the visitor had chosen it in the modal. Any other
 * network is rejected (4902).
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

/**
 * The listeners of a provider. The provider follows the kit's connection while it has listeners.
 */
class ProviderEvents {
  readonly #kit: Kit
  /** By event. As with Node's EventEmitter, a listener that is added twice is called twice. */
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
        // if a listener throws, the other listeners are still called
        globalThis.reportError?.(error)
      }
    }
  }
}

/**
 * Emits an event for each change of the connection since the state `since`. That state may be old,
 * because a site can add listeners before this code is loaded.
 * @returns the function that stops following the kit
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
    // repeats, because a listener may change the connection: that change is reported next
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
  queueMicrotask(compare) // later, so that the caller can first add its other listeners
  return () => {
    hasEnded = true
    unsubscribe()
  }
}

/** The events for a change of the connection, in the order in which they are emitted. */
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
