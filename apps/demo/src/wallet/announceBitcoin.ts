import type { DevelopmentWallet } from 'latchkey/testing'
import type { BitcoinWallet } from 'latchkey/testing/bitcoin'
import type { OtherNetwork } from '../otherNetworks.ts'
import type { WalletMode } from '../settings.ts'

declare global {
  interface Window {
    /** The Bitcoin part of the development wallet, for tests. */
    latchkeyBitcoin?: BitcoinWallet
  }
}

/**
 * Registers the development wallet for Bitcoin by the Wallet Standard. It has the same name as on
 * EVM, so the kit shows one wallet with several namespaces. It asks the same questions as on EVM.
 * @returns the function that unregisters it
 */
export async function announceBitcoin(
  main: DevelopmentWallet,
  { name }: OtherNetwork,
  mode: WalletMode,
): Promise<() => void> {
  const { bitcoinAccounts, createBitcoinWallet } = await import('latchkey/testing/bitcoin')
  const wallet = createBitcoinWallet({
    name: main.info.name,
    icon: main.info.icon as `data:image/${string}`, // the development wallet's own icon
    networks: ['regtest'],
    accounts: (network) => bitcoinAccounts(3, { network }),
    storage: localStorage,
    confirm: (request) =>
      main.ask({ type: 'bitcoin', origin: location.origin, network: name, request }),
  })
  const leave = wallet.register()
  if (mode !== 'ask') window.latchkeyBitcoin = wallet
  return leave
}
