import { onTestFinished } from 'vitest'
import type { KitOptions } from '../../core/options/options.ts'
import type { Network } from '../../core/contracts/network.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import { createBitcoinWallet } from '../../testing/bitcoin/bitcoinWallet.ts'
import type { BitcoinWalletOptions } from '../../testing/bitcoin/bitcoinWallet.ts'
import { bitcoin } from './bitcoin.ts'

/** A Bitcoin network as a site passes it to the kit. @default url: an address without a node */
export const bitcoinNetwork = (id: string, name: string, url = 'http://127.0.0.1:1'): Network => ({
  id,
  name,
  namespace: 'bip122',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: [url] } },
})

/** A local test network and Bitcoin's main network, both without a node. */
export const unreachableNetworks = [
  bitcoinNetwork('0f9188f13cb7b2c71f2a335e3a4fc328', 'Regtest'),
  bitcoinNetwork('000000000019d6689c085ae165831e93', 'Bitcoin'),
] as const

/** Sets `window` to a bare event target, where wallets and kits meet, until the test ends. */
export function startTestPage(): EventTarget {
  const page = new EventTarget()
  Object.assign(globalThis, { window: page })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'window'))
  return page
}

/** Starts a kit that has only Bitcoin, until the test ends. */
export function startTestBitcoin(options: Partial<KitOptions> = {}) {
  return startTestKit({ networks: [...unreachableNetworks], adapters: [bitcoin()], ...options })
}

/** Registers a wallet on the page until the test ends. */
export function startTestBitcoinWallet(options?: BitcoinWalletOptions) {
  const wallet = createBitcoinWallet(options)
  onTestFinished(wallet.register())
  return wallet
}
