import type { NetworkId } from '@latchkey/protocol/caip'
import type { ConnectMethod } from '../../core/kit/events.ts'
import { toAccounts } from '../../core/accounts/sharedAccount.ts'
import type { Link, LinkState } from '../../core/contracts/connectorSource.ts'
import { createListeners } from '../../core/kit/createListeners.ts'
import { kitError } from '../../core/errors/errors.ts'
import { onPageBack } from '../../core/page/onPageBack.ts'
import { ignoreRejection } from '../../core/requests/ignoreRejection.ts'
import { readSafely } from '../../core/requests/readSafely.ts'
import { accountsOf, featureOf } from './provider/wallet.ts'

type Parts = {
  connectorId: string
  wallet: object
  /** The addresses that the wallet shares, at least one. The first is the selected one. */
  addresses: readonly string[]
  networkId: NetworkId
  /** The site's networks that the wallet supports. */
  networkIds: readonly NetworkId[]
  method: ConnectMethod
  /** Notifies the wallet that the site disconnects. */
  disconnectWallet: () => Promise<void>
}

/**
 * Creates the link to a Wallet Standard wallet. Such a wallet has no current network: each request
 * names its network, so only the page switches networks. After each event of the wallet, its
 * accounts are read again.
 */
export function createStandardLink({
  connectorId,
  wallet,
  addresses: first,
  networkId: initialNetworkId,
  networkIds,
  method,
  disconnectWallet: leave,
}: Parts): Link {
  const listeners = createListeners<[state: LinkState | undefined]>()
  let [addresses, networkId] = [first, initialNetworkId]
  const state = (): LinkState => ({
    accounts: toAccounts(addresses),
    networkId,
    networkIds,
  })

  function onChange(): void {
    if (addresses.length === 0) return // the wallet has already disconnected
    const reported = accountsOf(wallet).map(({ address }) => address)
    if (reported.join() === addresses.join()) return
    addresses = reported
    listeners.notify(reported.length > 0 ? state() : undefined)
  }
  const unlisten = listen(wallet, onChange)
  const stopPageShow = onPageBack(onChange)

  return {
    connectorId,
    namespace: 'solana',
    provider: wallet,
    method,
    state,
    subscribe(listener) {
      if (addresses.length === 0)
        queueMicrotask(() => listeners.has(listener) && listener(undefined))
      return listeners.subscribe(listener)
    },
    async switchNetwork({ networkId: requestedId }) {
      if (!networkIds.includes(requestedId)) throw kitError('switchChain')
      if (requestedId === networkId) return
      networkId = requestedId
      listeners.notify(state())
    },
    disconnect: leave,
    close() {
      unlisten()
      stopPageShow()
      listeners.notify(undefined) // undefined ends the tasks that wait for this link
      listeners.clear()
    },
  }
}

/**
 * Listens to a wallet until the returned function is called. A wallet that throws when a listener
 * is added is ignored here: it can be connected without events.
 */
function listen(wallet: object, onChange: () => void): () => void {
  const stop = readSafely(() => featureOf(wallet, 'events')?.('change', onChange), undefined)
  ignoreRejection(stop)
  return () =>
    ignoreRejection(
      readSafely(
        () => (typeof stop === 'function' ? (stop as () => unknown)() : undefined),
        undefined,
      ),
    )
}
