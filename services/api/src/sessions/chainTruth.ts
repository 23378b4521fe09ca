import { createHash } from 'node:crypto'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { createSharedCache } from '@latchkey/server/sharedCache'
import type { NameChain } from '../chains/registry.ts'
import { readFacts, type AccountFacts } from './readFacts.ts'
import type { ReadGrant } from './readGrant.ts'

/** What the chains say about sessions, read from their nodes. */
export type ChainTruth = {
  /**
   * Reads it as it was within the last {@link blockTime}.
   * @throws NodesError; the signal's reason
   */
  recent(
    chain: NameChain,
    account: Hex,
    grants: readonly ReadGrant[],
    signal: AbortSignal,
  ): Promise<AccountFacts>
  /** Reads it anew. @throws NodesError; the signal's reason */
  fresh(
    chain: NameChain,
    account: Hex,
    grants: readonly ReadGrant[],
    signal: AbortSignal,
  ): Promise<AccountFacts>
}

/** Milliseconds for which an answer is used again: the time of a block on most chains. */
const blockTime = 2_000

/** The most accounts whose answers are stored. */
const maxAccounts = 1_000

/** @param now milliseconds */
export function createChainTruth(now: () => number): ChainTruth {
  const cache = createSharedCache<AccountFacts>({ lifetime: blockTime, max: maxAccounts, now })
  /** The networks on which DelegationManager was seen with its known code, which can't change. */
  const known = new Set<string>()

  const fresh: ChainTruth['fresh'] = async (chain, account, grants, signal) => {
    const { networkId } = chain
    const isManagerKnown = known.has(networkId)
    const facts = await readFacts(chain, account, grants, { isManagerKnown, signal })
    if (facts.isKnown) known.add(networkId)
    return facts
  }
  return {
    fresh,
    recent(chain, account, grants, signal) {
      const hashes = createHash('sha256')
      for (const { hash } of grants) hashes.update(hash)
      const key = `${chain.networkId} ${account} ${hashes.digest('base64')}`
      return cache.get(key, (shared) => fresh(chain, account, grants, shared), signal)
    },
  }
}
