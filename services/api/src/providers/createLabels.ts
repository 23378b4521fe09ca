import type { Key } from '../chains/chainReader.ts'
import { createSharedCache } from '@latchkey/server/sharedCache'
import { NodesError } from './nodes.ts'
import type { TokenLabel } from './tokenLabel.ts'

/** Milliseconds for which a label is cached. Source: docs/contracts/api.md#balance */
const lifetime = 600_000
/** Maximum of cached labels. */
const max = 20_000

/**
 * Reads the names that unlisted contracts report. Each name is cached separately, and a contract
 * that breaks the common read affects only its own name. Null: the contract refuses. Absent: no
 * node answers for the contract now.
 * @throws NodesError
 */
export type Labels<chain> = (
  chain: chain,
  addresses: readonly Key[],
  signal: AbortSignal,
) => Promise<Map<string, TokenLabel | null>>

/**
 * Makes the cached reader of labels.
 * @param read returns labels in the order of the addresses; undefined for a contract that refuses
 */
export function createLabels<chain extends { networkId: string }>(
  read: (
    chain: chain,
    addresses: readonly Key[],
    signal: AbortSignal,
  ) => Promise<readonly (TokenLabel | undefined | NodesError)[]>,
  now: () => number,
): Labels<chain> {
  const cache = createSharedCache<TokenLabel | null>({ lifetime, max, now })
  return async (chain, addresses, signal) => {
    const keyOf = (address: string) => `${chain.networkId}:${address}`
    const missing = addresses.filter((address) => cache.peek(keyOf(address)) === undefined)
    const found = await read(chain, missing, signal)
    for (const [index, address] of missing.entries()) {
      const label = found[index]
      if (!(label instanceof NodesError)) cache.set(keyOf(address), label ?? null)
    }
    return new Map(
      addresses.flatMap((address) => {
        const label = cache.peek(keyOf(address))
        return label === undefined ? [] : [[address, label] as const]
      }),
    )
  }
}
