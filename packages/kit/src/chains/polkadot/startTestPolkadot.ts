import { onTestFinished } from 'vitest'
import { polkadotAssetHubId, kusamaAssetHubId } from '@latchkey/protocol/chains/polkadotNetworks'
import type { Network } from '../../core/contracts/network.ts'
import type { KitOptions } from '../../core/options/options.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import { createPolkadotWallet } from '../../testing/polkadot/polkadotWallet.ts'
import type { PolkadotWalletOptions } from '../../testing/polkadot/polkadotWallet.ts'
import { polkadot } from './polkadot.ts'

/** A Polkadot network as a site passes it to the kit. @default url: an address without a node */
export const polkadotNetwork = (
  networkId: string,
  name = 'Polkadot Asset Hub',
  url = 'http://127.0.0.1:1',
): Network => ({
  id: networkId.slice('polkadot:'.length),
  name,
  namespace: 'polkadot',
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  rpcUrls: { default: { http: [url] } },
})

/** The Asset Hubs of Polkadot and Kusama, both without a node. */
export const unreachableNetworks = [
  polkadotNetwork(polkadotAssetHubId),
  polkadotNetwork(kusamaAssetHubId, 'Kusama Asset Hub'),
] as const

/** Sets `window` to a bare event target, where wallets and kits meet, until the test ends. */
export function startTestPage(): EventTarget & Record<string, unknown> {
  const page = Object.assign(new EventTarget(), {} as Record<string, unknown>)
  Object.assign(globalThis, { window: page })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'window'))
  return page
}

/** Starts a kit that has only Polkadot, until the test ends. */
export function startTestPolkadot(options: Partial<KitOptions> = {}) {
  return startTestKit({ networks: [...unreachableNetworks], adapters: [polkadot()], ...options })
}

/** Registers a wallet on the page until the test ends. */
export function startTestPolkadotWallet(options?: PolkadotWalletOptions) {
  const wallet = createPolkadotWallet(options)
  onTestFinished(wallet.register())
  return wallet
}
