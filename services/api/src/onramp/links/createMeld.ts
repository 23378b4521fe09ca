import { onRampFeeRange } from '@latchkey/protocol/limits'
import { bitcoinMainnetId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { ApiError } from '../../apiError.ts'
import { bitcoinNamespace } from '../../chains/bitcoin/bitcoinChain.ts'
import { bitcoinKeys } from '../../chains/bitcoin/bitcoinKeys.ts'
import { evmNamespace } from '../../chains/evm/evmChain.ts'
import { solanaNamespace } from '../../chains/solana/solanaChain.ts'
import type { LinkProvider } from '../onrampProvider.ts'
import { coinbaseChains } from './createCoinbase.ts'
import { linkOptions } from './linkOptions.ts'

/** Which token is sold to accounts of each namespace, by the code that the company has for it. */
const soldIn: ReadonlyMap<string, string> = new Map([
  [evmNamespace, 'USDC'],
  [solanaNamespace, 'SOL'],
  [bitcoinNamespace, 'BTC'],
])
const symbols: readonly string[] = [...soldIn.values()]
const networks: readonly string[] = [
  ...Object.keys(coinbaseChains),
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bitcoinMainnetId,
]

/** The namespace of an account, where the request names no network. */
function namespaceOf(wallet: string): string {
  if (wallet.startsWith('0x')) return evmNamespace
  return bitcoinKeys.readAccount(wallet) ? bitcoinNamespace : solanaNamespace
}

/**
 * Makes the provider for Meld, or for a company with the same parameters. It sells USDC to EVM
 * accounts, SOL to Solana accounts, and BTC to accounts on Bitcoin's main network. Source: docs/contracts/api.md#offers-and-providers
 */
export function createMeld({ publicKey, url }: { publicKey: string; url: string }): LinkProvider {
  return {
    kind: 'link',
    id: 'meld',
    facts: {
      serviceProvider: 'meld',
      name: 'Meld.io',
      status: 'LIVE',
      websiteUrl: 'https://meldcrypto.com',
      categories: ['CRYPTO_ONRAMP'],
      feeRange: onRampFeeRange,
      symbols: [...symbols],
      networks: [...networks],
    },
    options: linkOptions(networks, symbols),
    async link({ projectId, wallet, networkId, symbol }) {
      const namespace = networkId?.split(':')[0] ?? namespaceOf(wallet)
      const sold = soldIn.get(namespace)
      const isTest = namespace === bitcoinNamespace && !isOnMainnet(wallet, networkId)
      if (sold === undefined || isTest) throw new ApiError(400, 'chainId', 'Unsupported chain')
      // the page would sell another token than the visitor has chosen
      if (symbol !== sold)
        throw new ApiError(400, 'destinationCurrencyCode', 'This currency is not sold here')
      const page = new URL(url)
      const parameters = {
        publicKey,
        destinationCurrencyCode: sold,
        walletAddress: wallet,
        externalCustomerId: projectId,
      }
      for (const [name, value] of Object.entries(parameters))
        if (value !== undefined) page.searchParams.set(name, value)
      return page.href
    },
  }
}

/** Whether an account, and the network if one is named, is on Bitcoin's main network. */
const isOnMainnet = (wallet: string, networkId = bitcoinMainnetId): boolean =>
  networkId === bitcoinMainnetId &&
  (bitcoinKeys.readAccount(wallet)?.[0].networks?.includes(bitcoinMainnetId) ?? false)
