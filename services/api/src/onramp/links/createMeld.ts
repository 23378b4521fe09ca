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

/**
 * What is sold to accounts of a namespace. `symbol` is the company's own code of the token.
 * - `isFor`: whether it is meant, where the request names no network
 * - `isServed`: false for accounts and networks to which it is not sold
 */
type Sold = {
  namespace: string
  symbol: string
  isFor: (wallet: string) => boolean
  isServed: (wallet: string, networkId: string | undefined) => boolean
}

const isBitcoin = (wallet: string) => bitcoinKeys.readAccount(wallet) !== undefined
const sales: readonly Sold[] = [
  {
    namespace: evmNamespace,
    symbol: 'USDC',
    isFor: (wallet) => wallet.startsWith('0x'),
    isServed: () => true,
  },
  {
    namespace: solanaNamespace,
    symbol: 'SOL',
    isFor: (wallet) => !wallet.startsWith('0x') && !isBitcoin(wallet),
    isServed: () => true,
  },
  {
    namespace: bitcoinNamespace,
    symbol: 'BTC',
    isFor: isBitcoin,
    // a test network's address would get no coins
    isServed: (wallet, networkId = bitcoinMainnetId) =>
      networkId === bitcoinMainnetId &&
      (bitcoinKeys.readAccount(wallet)?.[0].networks?.includes(bitcoinMainnetId) ?? false),
  },
]
const saleIn: ReadonlyMap<string, Sold> = new Map(sales.map((sale) => [sale.namespace, sale]))
const symbols: readonly string[] = sales.map(({ symbol }) => symbol)
const networks: readonly string[] = [
  ...Object.keys(coinbaseChains),
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bitcoinMainnetId,
]

/**
 * Makes the provider for Meld, or for a company with the same parameters. It sells USDC to EVM
 * accounts, SOL to Solana accounts, and BTC to accounts on Bitcoin's main network. Source:
 * docs/contracts/api.md#offers-and-providers
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
      const sale =
        networkId === undefined
          ? sales.find(({ isFor }) => isFor(wallet))
          : saleIn.get(networkId.split(':')[0] ?? '')
      if (!sale?.isServed(wallet, networkId))
        throw new ApiError(400, 'chainId', 'Unsupported chain')
      // the page would sell another token than the visitor has chosen
      if (symbol !== sale.symbol)
        throw new ApiError(400, 'destinationCurrencyCode', 'This currency is not sold here')
      const page = new URL(url)
      const parameters = {
        publicKey,
        destinationCurrencyCode: sale.symbol,
        walletAddress: wallet,
        externalCustomerId: projectId,
      }
      for (const [name, value] of Object.entries(parameters))
        if (value !== undefined) page.searchParams.set(name, value)
      return page.href
    },
  }
}
