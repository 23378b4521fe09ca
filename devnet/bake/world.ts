import type { Address } from 'viem'
import type { DeployedCollection, DeployedToken, Deployment } from '../src/deployment.ts'
import type { OpenChain } from './openChain.ts'

/** A chain and everything that was deployed on it. */
export type World = {
  chain: OpenChain
  dex: Deployment['dex']
  multicall3: Address
  tokens: readonly DeployedToken[]
  collections: readonly DeployedCollection[]
}

/** The token with this symbol. @throws Error if the chain has no such token */
export function tokenOf(world: Pick<World, 'tokens'>, symbol: string): DeployedToken {
  const token = world.tokens.find((candidate) => candidate.symbol === symbol)
  if (!token) throw new Error(`The chain has no ${symbol}.`)
  return token
}

/** The collection of this kind. @throws Error if the chain has no such collection */
export function collectionOf(world: World, kind: 'ERC721' | 'ERC1155' | 'spam'): Address {
  const collection = world.collections.find(({ standard, spam }) =>
    kind === 'spam' ? spam : standard === kind && !spam,
  )
  if (!collection) throw new Error(`The chain has no collection of the kind ${kind}.`)
  return collection.address
}
