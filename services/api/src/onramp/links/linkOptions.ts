import { bitcoinMainnetId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { onRampLimits } from '@latchkey/protocol/limits'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import type { OnrampOptions } from '@latchkey/protocol/onramp'
import { chainIdOf, isEvmNetworkId } from '../../chains/evm/evmChain.ts'

/**
 * The names of the chains on which providers with their own pages sell. Source:
 * docs/contracts/product.md#buying
 */
const names: Readonly<Record<string, string>> = {
  'eip155:1': 'Ethereum',
  'eip155:42161': 'Arbitrum One',
  'eip155:137': 'Polygon',
  'eip155:80094': 'Berachain',
  'eip155:43114': 'Avalanche',
  'eip155:10': 'OP Mainnet',
  'eip155:42220': 'Celo',
  'eip155:8453': 'Base',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'Solana',
  [bitcoinMainnetId]: 'Bitcoin',
}

/**
 * The tokens that these providers sell, with the contracts that the tokens' makers publish;
 * `0xeeee…` is the chain's own coin. Source: docs/contracts/product.md#buying
 */
const tokens: Readonly<
  Record<string, { name: string; contracts: Readonly<Record<string, string>> }>
> = {
  USDC: {
    name: 'USD Coin',
    contracts: {
      'eip155:1': '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      'eip155:42161': '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
      'eip155:137': '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
      'eip155:43114': '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
      'eip155:10': '0x0b2C639c533813f4Aa9D7837cAf62653d097Ff85',
      'eip155:42220': '0xcebA9300f2b948710d2653dD7B07f33A8B32118C',
      'eip155:8453': '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    },
  },
  SOL: {
    name: 'Solana',
    contracts: { 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': nativeTokenAddress },
  },
  BTC: { name: 'Bitcoin', contracts: { [bitcoinMainnetId]: nativeTokenAddress } },
  ETH: {
    name: 'Ether',
    contracts: {
      'eip155:1': nativeTokenAddress,
      'eip155:42161': nativeTokenAddress,
      'eip155:10': nativeTokenAddress,
      'eip155:8453': nativeTokenAddress,
    },
  },
}

/**
 * The options of a provider with its own page: tokens, currencies and limits. No request is sent
 * for them. Source: docs/contracts/api.md#onramp-options-and-quote
 */
export function linkOptions(
  networkIds: readonly string[],
  symbols: readonly string[],
): OnrampOptions {
  const networksOf = (contracts: Readonly<Record<string, string>>) =>
    networkIds.flatMap((id) => {
      const contract = contracts[id]
      return contract === undefined
        ? []
        : [
            {
              name: id,
              display_name: names[id] ?? id,
              chain_id: isEvmNetworkId(id) ? chainIdOf({ networkId: id }) : id,
              ...(contract !== nativeTokenAddress && { contract_address: contract }),
            },
          ]
    })
  return {
    paymentCurrencies: ['USD', 'EUR'].map((id) => ({
      id,
      payment_method_limits: [...onRampLimits],
    })),
    purchaseCurrencies: symbols.flatMap((symbol) => {
      const token = tokens[symbol]
      return token
        ? [{ id: symbol, name: token.name, symbol, networks: networksOf(token.contracts) }]
        : []
    }),
  }
}
