import { createHash } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { sessionContracts } from '@latchkey/protocol/sessions/enforcers'
import { smartAccountContracts } from '@latchkey/protocol/smartAccounts/contracts'
import { createSharedCache } from '@latchkey/server/sharedCache'
import type { NameChain } from '../chains/registry.ts'
import { findMissing, operationChainOf } from '../smartAccounts/operationChain.ts'
import { readFacts, type AccountFacts } from './readFacts.ts'
import type { Grant } from './readGrant.ts'

/** What the chains say about sessions, read from their nodes. */
export type ChainTruth = {
  /**
   * Reads it as it was within the last {@link blockTime}.
   * @throws NodesError; the signal's reason
   */
  recent(
    chain: NameChain,
    account: Hex,
    grants: readonly Grant[],
    signal: AbortSignal,
  ): Promise<AccountFacts>
  /** Reads it anew. @throws NodesError; the signal's reason */
  fresh(
    chain: NameChain,
    account: Hex,
    grants: readonly Grant[],
    signal: AbortSignal,
  ): Promise<AccountFacts>
}

/** Milliseconds for which an answer is used again: the time of a block on most chains. */
const blockTime = 2_000

/** The most accounts whose answers are stored. */
const maxAccounts = 1_000

/** The contracts that a chain needs for sessions. */
const { delegationManager } = smartAccountContracts
const contracts = { delegationManager, ...sessionContracts }

/** Milliseconds between two searches for contracts that are missing. */
const again = 60_000

/** @param now milliseconds */
export function createChainTruth(now: () => number): ChainTruth {
  const cache = createSharedCache<AccountFacts>({ lifetime: blockTime, max: maxAccounts, now })
  /** Until when a network counts as one without the known contracts. They never change. */
  const known = new Map<string, number>()

  async function hasContracts(chain: NameChain, signal: AbortSignal): Promise<boolean> {
    const { networkId } = chain
    const until = known.get(networkId) ?? 0
    if (until > now()) return until === Infinity
    const isKnown = (await findMissing(operationChainOf(chain), signal, contracts)).length === 0
    known.set(networkId, isKnown ? Infinity : now() + again)
    return isKnown
  }
  const fresh: ChainTruth['fresh'] = async (chain, account, grants, signal) => {
    const isKnown = await hasContracts(chain, signal)
    return readFacts(chain, account, grants, { isKnown, signal })
  }
  return {
    fresh,
    recent(chain, account, grants, signal) {
      const hashes = createHash('sha256')
      for (const { hash } of grants) hashes.update(hash)
      const key = `${chain.networkId} ${account} ${hashes.digest('base64')}`
      const read = (shared: AbortSignal) => {
        setMaxListeners(0, shared) // each request to a node adds a listener
        return fresh(chain, account, grants, shared)
      }
      return cache.get(key, read, signal)
    },
  }
}
