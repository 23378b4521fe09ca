import { onRampFeeRange } from '@latchkey/protocol/limits'
import { ApiError } from '../../apiError.ts'
import { evmNamespace } from '../../chains/evm/evmChain.ts'
import { solanaNamespace } from '../../chains/solana/solanaChain.ts'
import type { LinkProvider } from '../onrampProvider.ts'
import { coinbaseChains } from './createCoinbase.ts'
import { linkOptions } from './linkOptions.ts'

/** Which token is sold to accounts of each namespace. */
const soldIn: ReadonlyMap<string, string> = new Map([
  [evmNamespace, 'USDC'],
  [solanaNamespace, 'SOL'],
])

/**
 * Makes the provider for Meld, or for a company with the same parameters. It sells USDC to EVM
 * accounts, and SOL to Solana accounts. Source: docs/contracts/api.md#offers-and-providers
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
      symbols: ['USDC', 'SOL'],
    },
    options: linkOptions(
      [...Object.keys(coinbaseChains), 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
      ['USDC', 'SOL'],
    ),
    async link({ projectId, wallet, networkId, symbol }) {
      const namespace =
        networkId?.split(':')[0] ?? (wallet.startsWith('0x') ? evmNamespace : solanaNamespace)
      const sold = soldIn.get(namespace)
      if (sold === undefined) throw new ApiError(400, 'chainId', 'Unsupported chain')
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
