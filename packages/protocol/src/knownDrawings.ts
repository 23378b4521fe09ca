import { accountKey } from './address.ts'
import type { NetworkId } from './caip.ts'
import {
  kusamaAssetHubId,
  kusamaRelayId,
  polkadotAssetHubId,
  polkadotRelayId,
} from './chains/polkadotIds.ts'
import { chainOf } from './chains/registry.ts'
import { isNamespace } from './namespace.ts'
import type { Namespace } from './namespace.ts'

/** The names of the drawings for widely known tokens, networks and namespaces. */
export type DrawingName =
  | 'ARB'
  | 'AVAX'
  | 'BASE'
  | 'BNB'
  | 'BTC'
  | 'DAI'
  | 'DOT'
  | 'ETH'
  | 'KSM'
  | 'OP'
  | 'POL'
  | 'SOL'
  | 'USDC'
  | 'USDT'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/**
 * The contracts of widely known tokens. They are identified by address and never by symbol, because
 * any contract can call itself USDC. A wrapped coin has the drawing of its coin. Sources:
 * circle.com, tether.to, makerdao.com and the documentation of each network, as in Uniswap's
 * default list.
 */
export const knownTokens: {
  readonly [name in DrawingName]?: { readonly [networkId: string]: string }
} = {
  USDC: {
    'eip155:1': '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    'eip155:10': '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
    'eip155:56': '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
    'eip155:137': '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    'eip155:8453': '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    'eip155:42161': '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    'eip155:43114': '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
    [solana]: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  },
  USDT: {
    'eip155:1': '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    'eip155:10': '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58',
    'eip155:56': '0x55d398326f99059fF775485246999027B3197955',
    'eip155:137': '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    'eip155:42161': '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
    'eip155:43114': '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
    [solana]: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
  },
  DAI: {
    'eip155:1': '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    'eip155:10': '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
    'eip155:56': '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3',
    'eip155:137': '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063',
    'eip155:8453': '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb',
    'eip155:42161': '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
  },
  ETH: {
    'eip155:1': '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    'eip155:10': '0x4200000000000000000000000000000000000006',
    'eip155:137': '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619',
    'eip155:8453': '0x4200000000000000000000000000000000000006',
    'eip155:42161': '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    'eip155:43114': '0x49D5c2BdFfac6CE2BFdB6640F4F80f226bc10bAB',
  },
  AVAX: { 'eip155:43114': '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7' },
  BNB: { 'eip155:56': '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c' },
  POL: { 'eip155:137': '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270' },
  SOL: { [solana]: 'So11111111111111111111111111111111111111112' },
}

const networks: { readonly [networkId: string]: DrawingName } = {
  'eip155:1': 'ETH',
  'eip155:10': 'OP',
  'eip155:56': 'BNB',
  'eip155:137': 'POL',
  'eip155:8453': 'BASE',
  'eip155:42161': 'ARB',
  'eip155:43114': 'AVAX',
  [solana]: 'SOL',
  'bip122:000000000019d6689c085ae165831e93': 'BTC',
  [polkadotRelayId]: 'DOT',
  [polkadotAssetHubId]: 'DOT',
  [kusamaRelayId]: 'KSM',
  [kusamaAssetHubId]: 'KSM',
}

/**
 * Returns the drawing of a token by its CAIP-10 id; undefined for an unknown token. The case of an
 * EVM address does not matter.
 */
export function drawingOfToken(id: string): DrawingName | undefined {
  return drawingsByToken.get(accountKey(id))
}

/**
 * Returns the drawing of a network by its CAIP-2 id, or of a namespace; undefined for an unknown
 * network.
 */
export function drawingOfNetwork(id: NetworkId | Namespace): DrawingName | undefined {
  if (isNamespace(id)) return chainOf(id).drawing
  return Object.hasOwn(networks, id) ? networks[id] : undefined
}

const drawingsByToken: ReadonlyMap<string, DrawingName> = new Map(
  Object.entries(knownTokens).flatMap(([name, addresses]) =>
    Object.entries(addresses).map(
      ([networkId, address]) =>
        [accountKey(`${networkId}:${address}`), name as DrawingName] as const,
    ),
  ), // `name` is a key of `knownTokens`
)
