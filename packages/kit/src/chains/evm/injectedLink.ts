import type { NetworkId } from '@latchkey/protocol/caip'
import { toAccounts } from '../../core/accounts/sharedAccount.ts'
import type { Link, LinkState } from '../../core/contracts/connectorSource.ts'
import { createListeners } from '../../core/kit/createListeners.ts'
import { kitError } from '../../core/errors/errors.ts'
import { onPageBack } from '../../core/page/onPageBack.ts'
import {
  sendRequest,
  isEmptyList,
  listen,
  readSafely,
  readAddresses,
  readNetworkId,
} from './provider/provider.ts'
import type { Provider } from './provider/provider.ts'

type Parts = {
  connectorId: string
  provider: Provider
  /** The addresses that the wallet shares. The first is the selected one. */
  addresses: readonly string[]
  /** The chain id in the form that the wallet reports. */
  chainId: unknown
  /** Notifies the wallet that the site disconnects. */
  disconnectWallet: () => Promise<void>
}

/**
 * Whether a `disconnect` event has MetaMask's code 1013: the wallet has lost its node and looks for
 * another node. It still shares its accounts.
 */
const isReconnecting = (reason: unknown) =>
  readSafely(
    () => typeof reason === 'object' && reason !== null && 'code' in reason && reason.code === 1013,
    false,
  )

/**
 * Creates the link to a wallet by its EIP-1193 provider. The payload of every event is checked; an
 * invalid event is ignored.
 * @throws KitError answerInvalid for an invalid chain id
 */
export function createInjectedLink({
  connectorId,
  provider,
  addresses,
  chainId,
  disconnectWallet: leave,
}: Parts): Link {
  const networkId = readNetworkId(chainId)
  if (!networkId) throw kitError('answerInvalid')
  const reported = new ReportedState(provider, { addresses, networkId })
  const { events } = reported
  const unlisten = listen(provider, events)
  // a wallet may fire events during `listen`, with an older state than it has answered, so its
  // answers are set again
  reported.set({ addresses, networkId })

  const stopPageShow = onPageBack(() => {
    // failures are ignored: the page's next request to the wallet fails, too, and reports it
    for (const [event, method] of Object.entries({
      accountsChanged: 'eth_accounts',
      chainChanged: 'eth_chainId',
    }))
      sendRequest(provider, method).then(events[event], () => {})
  })

  return {
    connectorId,
    namespace: 'eip155',
    provider,
    method: 'browser',
    state: () => reported.linkState(),
    subscribe: (listener) => reported.subscribe(listener),
    recordState: (state) => events['chainChanged']?.(state.networkId.slice('eip155:'.length)),
    disconnect: leave,
    close() {
      unlisten()
      stopPageShow()
      reported.close()
    },
  }
}

type Reported = { addresses: readonly string[]; networkId: NetworkId }

/** The accounts and the network that a wallet has last reported. */
class ReportedState {
  readonly #provider: Provider
  readonly #listeners = createListeners<[state: LinkState | undefined]>()
  #addresses: readonly string[]
  #networkId: NetworkId

  /** The handlers of the wallet's events, by the event's name. */
  readonly events: Readonly<Record<string, (data: unknown) => void>> = {
    accountsChanged: (data) => {
      if (isEmptyList(data)) return this.#endAccess()
      const addresses = readAddresses(data)
      if (addresses.length === 0 || this.#addresses.length === 0) return
      this.#addresses = addresses
      this.#listeners.notify(this.linkState())
    },
    chainChanged: (data) => {
      const networkId = readNetworkId(data)
      if (!networkId || networkId === this.#networkId) return
      this.#networkId = networkId
      this.#listeners.notify(this.linkState())
    },
    disconnect: (reason) => {
      if (!isReconnecting(reason)) return this.#endAccess()
      const endAccess = () => this.#endAccess()
      sendRequest(this.#provider, 'eth_accounts').then(
        (answer) => readAddresses(answer).length === 0 && endAccess(),
        endAccess,
      )
    },
  }

  constructor(provider: Provider, { addresses, networkId }: Reported) {
    this.#provider = provider
    this.#addresses = addresses
    this.#networkId = networkId
  }

  /** Sets the state without notifying the listeners. */
  set({ addresses, networkId }: Reported): void {
    this.#addresses = addresses
    this.#networkId = networkId
  }

  linkState(): LinkState {
    return { accounts: toAccounts(this.#addresses), networkId: this.#networkId }
  }

  subscribe(listener: (state: LinkState | undefined) => void): () => void {
    if (this.#addresses.length === 0)
      queueMicrotask(() => this.#listeners.has(listener) && listener(undefined))
    return this.#listeners.subscribe(listener)
  }

  close(): void {
    this.#listeners.notify(undefined) // undefined ends the tasks that wait for this link
    this.#listeners.clear()
  }

  /** Records that the wallet no longer shares an account, and notifies the listeners. */
  #endAccess(): void {
    this.#addresses = []
    this.#listeners.notify(undefined)
  }
}
