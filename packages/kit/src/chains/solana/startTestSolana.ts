import { onTestFinished } from 'vitest'
import type { KitOptions } from '../../core/options/options.ts'
import type { Network } from '../../core/contracts/network.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import { createSolanaWallet } from '../../testing/solana/solanaWallet.ts'
import type { SolanaWalletOptions } from '../../testing/solana/solanaWallet.ts'
import { solana } from './solana.ts'

/** A Solana network as a site passes it to the kit. @default url: an address without a node */
export const solanaNetwork = (id: string, name: string, url = 'http://127.0.0.1:1'): Network => ({
  id,
  name,
  namespace: 'solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: [url] } },
})

/** Solana's main network and a local one, both without a node. */
export const unreachableNetworks = [
  solanaNetwork('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana'),
  solanaNetwork('LatchkeyTestNetwork1111111111111', 'Local'),
] as const

/** Sets `window` to a bare event target, where wallets and kits meet, until the test ends. */
export function startTestPage(): EventTarget {
  const page = new EventTarget()
  Object.assign(globalThis, { window: page })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'window'))
  return page
}

/** Starts a kit that has only Solana, until the test ends. */
export function startTestSolana(options: Partial<KitOptions> = {}) {
  return startTestKit({ networks: [...unreachableNetworks], adapters: [solana()], ...options })
}

/** Registers a wallet on the page until the test ends. */
export function startTestSolanaWallet(options?: SolanaWalletOptions) {
  const wallet = createSolanaWallet(options)
  onTestFinished(wallet.register())
  return wallet
}
