import { isSameAddress } from '@latchkey/protocol/address'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { SharedAccount } from '../../../core/accounts/sharedAccount.ts'
import type { Link, LinkState } from '../../../core/contracts/connectorSource.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { createListeners } from '../../../core/kit/createListeners.ts'
import { onPageBack } from '../../../core/page/onPageBack.ts'
import type { InstalledWallet } from './createInstalledWallet.ts'

type Parts = {
  connectorId: string
  wallet: InstalledWallet
  /** The network in use. A wallet has none of its own. */
  networkId: NetworkId
  /** The account in use on an earlier visit. A wallet has no selected account. */
  selected?: string | undefined
  /** Notes that the visitor has disconnected the wallet. */
  disconnectWallet: () => Promise<void>
}

/**
 * Creates the link to a wallet of this browser. No event of such a wallet tells that it has
 * disconnected, so the link ends when the wallet shares no account on the network any more. The
 * site selects the account to use.
 */
export function createPolkadotLink({
  connectorId,
  wallet,
  networkId: first,
  selected,
  disconnectWallet,
}: Parts): Link {
  const listeners = createListeners<[state: LinkState | undefined]>()
  const isSelected = ({ address }: SharedAccount) =>
    selected !== undefined && isSameAddress(address, selected)
  /** The accounts on a network, the selected one first. */
  const stateOn = (networkId: NetworkId): LinkState => {
    const all = wallet.accountsOn(networkId)
    const accounts = [...all.filter(isSelected), ...all.filter((account) => !isSelected(account))]
    return { accounts, networkId, isSelectable: true }
  }
  let state: LinkState | undefined = stateOn(first)

  function set(networkId: NetworkId): void {
    const changed = stateOn(networkId)
    const next = changed.accounts.length > 0 ? changed : undefined
    if (state === undefined || JSON.stringify(next) === JSON.stringify(state)) return
    state = next
    listeners.notify(next)
  }
  const unsubscribe = wallet.subscribe(() => state && set(state.networkId))
  const stopPageShow = onPageBack(() => void wallet.refresh())

  return {
    connectorId,
    namespace: 'polkadot',
    provider: wallet.signer,
    method: 'browser',
    state: () => state ?? { accounts: [], networkId: first },
    subscribe(listener) {
      if (state === undefined) queueMicrotask(() => listeners.has(listener) && listener(undefined))
      return listeners.subscribe(listener)
    },
    async switchNetwork({ networkId }) {
      // each of the wallet's accounts may be for one other network alone
      if (wallet.accountsOn(networkId).length === 0) throw kitError('switchChain')
      set(networkId)
    },
    selectAccount(address) {
      const account = state?.accounts.find((entry) => isSameAddress(entry.address, address))
      if (!state || !account) throw kitError('unauthorized')
      selected = account.address
      set(state.networkId)
    },
    disconnect: disconnectWallet,
    close() {
      unsubscribe()
      stopPageShow()
      listeners.notify(undefined) // undefined ends the tasks that wait for this link
      listeners.clear()
    },
  }
}
