import { onTestFinished } from 'vitest'
import { evm } from '../chains/evm/evm.ts'
import type { KitOptions } from '../core/options/options.ts'
import type { KitState } from '../core/kit/state.ts'
import { memoryStorage } from '../core/storage/storage.ts'
import { startTestClock } from '../core/testing/startTestClock.ts'
import { createKit } from '../createKit.ts'
import { createDevelopmentWallet } from '../testing/developmentWallet.ts'
import type { DevelopmentWalletOptions } from '../testing/developmentWallet.ts'
import type { WalletChain } from '../testing/walletChain.ts'

/** Two chains without a node, for tests that send no request to a node. */
export const deafChains: readonly [WalletChain, WalletChain] = [
  { id: 31337, name: 'First', rpcUrl: 'http://127.0.0.1:1' },
  { id: 31338, name: 'Second', rpcUrl: 'http://127.0.0.1:1' },
]

/** A chain in the form of the site's option `networks`. */
export const networkOf = ({ id, name, rpcUrl }: WalletChain) => ({
  id,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [rpcUrl] } },
})

/**
 * Starts a kit with a stopped clock, and stops it when the test ends. The nodes of its chains
 * belong to the test, so `publicNodes` lets the kit use them even with an API.
 */
export function startTestKit({
  chains = deafChains,
  ...options
}: Partial<KitOptions> & { chains?: readonly [WalletChain, ...WalletChain[]] } = {}) {
  const clock = startTestClock()
  const storage = memoryStorage()
  const [first, ...rest] = chains
  const metadata = { name: 'Shop', url: 'https://shop.example.org' }
  const kit = createKit({
    metadata,
    networks: [networkOf(first), ...rest.map(networkOf)],
    adapters: [evm()],
    clock,
    storage,
    publicNodes: true,
    ...options,
  })
  const stop = kit.start()
  onTestFinished(stop)
  const states: KitState[] = [kit.getState()]
  kit.subscribe((state) => states.push(state))
  /** Resolves as soon as the state fulfils a condition. */
  const until = (isWanted: (state: KitState) => boolean) =>
    new Promise<KitState>((resolve) => {
      const check = (state: KitState) => {
        if (!isWanted(state)) return
        unsubscribe()
        resolve(state)
      }
      const unsubscribe = kit.subscribe(check)
      check(kit.getState())
    })
  return { kit, clock, storage, stop, states, until, session: () => kit.getState().sessions.eip155 }
}

/** A wallet that is on the page until the test ends. */
export function startTestWallet(options: Partial<DevelopmentWalletOptions> = {}) {
  const wallet = createDevelopmentWallet({ chains: deafChains, ...options })
  wallet.announce()
  onTestFinished(wallet.close)
  return wallet
}

/** The reason with which the promise rejects. It handles the rejection at once. */
export const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fulfilled',
    (reason: unknown) => reason,
  )
