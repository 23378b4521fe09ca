import type { DevelopmentWallet } from 'latchkey/testing'
import type { PolkadotWallet } from 'latchkey/testing/polkadot'
import type { OtherNetwork } from '../otherNetworks.ts'
import type { WalletMode } from '../settings.ts'

declare global {
  interface Window {
    /** The Polkadot part of the development wallet, for tests. */
    latchkeyPolkadot?: PolkadotWallet
  }
}

/**
 * Puts the development wallet into `window.injectedWeb3`, where wallets for Polkadot are. It has
 * the same name as on EVM, so the kit shows one wallet with several namespaces. It asks the same
 * questions as on EVM, and shares the accounts that `labels` name.
 * @returns the function that removes it
 */
export async function announcePolkadot(
  main: DevelopmentWallet,
  { name: network }: OtherNetwork,
  mode: WalletMode,
  labels: readonly string[],
): Promise<() => void> {
  const { createPolkadotWallet, polkadotAccounts } = await import('latchkey/testing/polkadot')
  const wallet = createPolkadotWallet({
    id: main.info.name,
    accounts: polkadotAccounts(labels.length).map((account, index) => ({
      ...account,
      name: labels[index] ?? account.name,
    })),
    storage: localStorage,
    confirm: (request) => main.ask({ type: 'polkadot', origin: location.origin, network, request }),
  })
  const leave = wallet.register()
  if (mode !== 'ask') window.latchkeyPolkadot = wallet
  return leave
}
