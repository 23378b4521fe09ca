import type { NetworkId } from '@latchkey/protocol/caip'
import type { ConnectMethod } from '../../core/events.ts'
import type { Link, LinkState } from '../../core/connectorSource.ts'
import { createListeners } from '../../core/createListeners.ts'
import { kitError } from '../../core/errors.ts'
import { onPageBack } from '../../core/onPageBack.ts'
import { look } from '../../core/asking/look.ts'
import { accountsOf, featureOf } from './provider/wallet.ts'

type Parts = {
  connectorId: string
  wallet: object
  /** Addresses, the selected one first; not empty. */
  accounts: readonly string[]
  networkId: NetworkId
  /** The site's networks that the wallet knows. */
  networkIds: readonly NetworkId[]
  method: ConnectMethod
  /** Tells the wallet that the site disconnects. */
  leave: () => Promise<void>
}

/**
 * The link to a wallet of the Wallet Standard. Such a wallet has no network of its own: each
 * request names one, so switching is the page's alone. Of its events only the fact that something
 * changed is used; the accounts are read again.
 */
export function createStandardLink({
  connectorId,
  wallet,
  accounts: first,
  networkId: begin,
  networkIds,
  method,
  leave,
}: Parts): Link {
  const listeners = createListeners<[state: LinkState | undefined]>()
  let [accounts, networkId] = [first, begin]
  const state = (): LinkState => ({ accounts, networkId, networkIds })

  function onChange(): void {
    if (accounts.length === 0) return // it has left
    const named = accountsOf(wallet).map(({ address }) => address)
    if (named.join() === accounts.join()) return
    accounts = named
    listeners.tell(named.length > 0 ? state() : undefined)
  }
  const deafen = listen(wallet, onChange)
  const endBack = onPageBack(onChange)

  return {
    connectorId,
    namespace: 'solana',
    provider: wallet,
    method,
    state,
    subscribe(listener) {
      if (accounts.length === 0)
        queueMicrotask(() => listeners.has(listener) && listener(undefined))
      return listeners.subscribe(listener)
    },
    async switchNetwork({ networkId: wanted }) {
      if (!networkIds.includes(wanted)) throw kitError('switchChain')
      if (wanted === networkId) return
      networkId = wanted
      listeners.tell(state())
    },
    disconnect: leave,
    close() {
      deafen()
      endBack()
      listeners.tell(undefined) // ends the tasks that wait for this link
      listeners.clear()
    },
  }
}

/**
 * Listens to a wallet until the returned function is called. One that fails to take a listener is
 * connected all the same.
 */
function listen(wallet: object, onChange: () => void): () => void {
  const stop = look(() => featureOf(wallet, 'events')?.('change', onChange), undefined)
  silence(stop)
  return () =>
    silence(
      look(() => (typeof stop === 'function' ? (stop as () => unknown)() : undefined), undefined),
    )
}

/** A wallet's own promise may reject, which concerns nobody. */
const silence = (given: unknown) =>
  void Promise.resolve()
    .then(() => given)
    .catch(() => {})
