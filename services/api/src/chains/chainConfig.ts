import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { ListedToken } from '../optionParts.ts'

/** The validated settings of a chain that all kinds have. */
export type ChainConfig = {
  networkId: NetworkId
  namespace: Namespace
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: readonly string[]
  extraMethods: readonly string[]
  /** The operator's token list; undefined on chains without tokens. */
  tokens?: readonly ListedToken[] | undefined
  /** Undefined: the chain is not indexed. */
  index?: IndexConfig | undefined
}

/** How a chain is indexed. `pollEvery` is in milliseconds, `timeTolerance` in seconds. */
export type IndexConfig = {
  startBlock: number
  pollEvery: number
  finality: number
  timeTolerance: number
}
