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
  /** The shared addresses, the selected one first. */
  addresses: readonly string[]
  /** The chain id in the form that the wallet reports. */
  chainId: unknown
  /** Notifies the wallet that the site disconnects. */
  disconnectWallet: () => Promise<void>
}

/**
 * Whether a `disconnect` event is MetaMask's 1013: it lost its node and looks for another one. Its
 * accounts stay.
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
  addresses: first,
  chainId,
  disconnectWallet: leave,
}: Parts): Link {
  const listeners = createListeners<[state: LinkState | undefined]>()
  const { notify } = listeners
  const initialNetworkId = readNetworkId(chainId)
  if (!initialNetworkId) throw kitError('answerInvalid')
  let [addresses, networkId]: [readonly string[], NetworkId] = [first, initialNetworkId]
  const state = (): LinkState => ({ accounts: toAccounts(addresses), networkId })
  /** Records that the wallet shares no account any more, even if nothing listens yet. */
  const endAccess = () => {
    addresses = []
    notify(undefined)
  }

  const events: Readonly<Record<string, (data: unknown) => void>> = {
    accountsChanged(data) {
      if (isEmptyList(data)) return endAccess()
      const reported = readAddresses(data)
      if (reported.length === 0 || addresses.length === 0) return
      addresses = reported
      notify(state())
    },
    chainChanged(data) {
      const reported = readNetworkId(data)
      if (!reported || reported === networkId) return
      networkId = reported
      notify(state())
    },
    disconnect(reason) {
      if (!isReconnecting(reason)) return endAccess()
      sendRequest(provider, 'eth_accounts').then(
        (answer) => readAddresses(answer).length === 0 && endAccess(),
        endAccess,
      )
    },
  }
  const unlisten = listen(provider, events)
  // events that `listen` fires at once are older than the answers
  ;[addresses, networkId] = [first, initialNetworkId]

  const stopPageShow = onPageBack(() => {
    // the next request reports a failure
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
    state,
    subscribe(listener) {
      if (addresses.length === 0)
        queueMicrotask(() => listeners.has(listener) && listener(undefined))
      return listeners.subscribe(listener)
    },
    recordState: (reported) => events['chainChanged']?.(reported.networkId.slice('eip155:'.length)),
    disconnect: leave,
    close() {
      unlisten()
      stopPageShow()
      notify(undefined) // ends the tasks that wait for this link
      listeners.clear()
    },
  }
}
