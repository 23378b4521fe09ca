import type { Link, LinkState } from '../../../core/contracts/connectorSource.ts'
import { createListeners } from '../../../core/kit/createListeners.ts'
import { onPageBack } from '../../../core/page/onPageBack.ts'
import type { InstalledWallet, WalletState } from './dialects/InstalledWallet.ts'

type Parts = {
  connectorId: string
  wallet: InstalledWallet
  /** The state that the wallet has reported. */
  state: WalletState
  /** Notifies the wallet that the site disconnects. */
  disconnectWallet: () => Promise<void>
}

/**
 * Creates the link to a wallet of this browser. After each event of the wallet, its accounts and
 * its network are read again. An answer that is overtaken by a later one is ignored.
 */
export function createBitcoinLink({
  connectorId,
  wallet,
  state: first,
  disconnectWallet: leave,
}: Parts): Link {
  const listeners = createListeners<[state: LinkState | undefined]>()
  let state: WalletState | undefined = first
  let lastRead = 0

  function set(next: WalletState | undefined): void {
    if (state === undefined || JSON.stringify(next) === JSON.stringify(state)) return
    state = next
    listeners.notify(next)
  }
  async function refresh(networkId = state?.networkId): Promise<void> {
    const read = ++lastRead
    const next = await wallet.read(networkId)
    if (read === lastRead) set(next)
  }
  const unlisten = wallet.listen((change) => {
    if (change === 'ended') return set(undefined)
    // an error is ignored: the next request to the wallet fails, too, and reports it
    refresh().catch(() => {})
  })
  const stopPageShow = onPageBack(() => void refresh().catch(() => {}))

  return {
    connectorId,
    namespace: 'bip122',
    provider: wallet.signer,
    method: 'browser',
    state: () => state ?? { ...first, accounts: [] },
    subscribe(listener) {
      if (state === undefined) queueMicrotask(() => listeners.has(listener) && listener(undefined))
      return listeners.subscribe(listener)
    },
    async switchNetwork({ networkId }) {
      if (networkId === state?.networkId) return
      await wallet.switchNetwork(networkId)
      await refresh(networkId)
    },
    disconnect: leave,
    close() {
      unlisten()
      stopPageShow()
      lastRead++ // an open read changes nothing any more
      listeners.notify(undefined) // undefined ends the tasks that wait for this link
      listeners.clear()
    },
  }
}
