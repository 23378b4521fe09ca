import { createDevelopmentWallet, createSolanaWallet } from 'latchkey/testing'
import { evmNetworks } from './networks.ts'
import type { Services } from './services.ts'

/** Announces the development wallet for EVM and Solana. Its keys are public, as its name says. */
export function announceWallet(services: Services): void {
  const [first, ...rest] = evmNetworks(services).map(({ id, name, nativeCurrency, rpcUrls }) => ({
    id,
    name,
    nativeCurrency,
    rpcUrl: localUrl(rpcUrls.default.http[0]),
  }))
  if (!first) return
  const wallet = createDevelopmentWallet({ chains: [first, ...rest] })
  wallet.announce()
  createSolanaWallet({
    name: wallet.info.name,
    chains: ['solana:mainnet', 'solana:localnet'],
  }).register()
}

/**
 * Returns the URL of a chain's node if it is on this machine, or else the URL of the devnet's own
 * chain: the page's policy allows no other host.
 */
const localUrl = (url = '') =>
  /^http:\/\/(localhost|127\.0\.0\.1):/.test(url) ? url : 'http://127.0.0.1:8545'
