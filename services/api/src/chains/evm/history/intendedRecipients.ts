import * as v from 'valibot'
import type { AccountTransaction, Hex } from '../../../chainIndex/chainIndex.ts'
import { NodesError } from '../../../providers/nodes.ts'
import { createSharedCache } from '@latchkey/server/sharedCache'
import { attempts } from './evmWords.ts'
import type { EvmChain } from '../evmChain.ts'

/**
 * For each method that moves tokens, by selector: which word of its data is the recipient. {@link
 * attempts} has the signatures.
 */
const recipientAt: Readonly<Record<string, number>> = {
  '0xa9059cbb': 0,
  '0x23b872dd': 1,
  '0x42842e0e': 1,
  '0xf242432a': 1,
}

/**
 * `lifetime`: milliseconds for which a recipient is cached; it never changes. `max`: maximum of
 * cached transactions.
 */
const cacheLimits = { lifetime: 3_600_000, max: 5_000 }

const transaction = v.nullable(v.object({ input: v.pipe(v.string(), v.regex(/^0x[0-9a-f]*$/i)) }))

/**
 * The recipients in the data of an account's failed transactions, by the transaction's hash. A
 * failed transaction moves nothing, so only its data names the recipient. Transactions that no node
 * returns are left out. Source: `eth_getTransactionByHash`
 * @throws the signal's reason
 */
export type IntendedRecipients = (
  chain: EvmChain,
  account: Hex,
  transactions: readonly AccountTransaction[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<Hex, Hex>>

/**
 * Makes the reader of intended recipients. It caches the nodes' answers. @param now milliseconds
 */
export function createIntendedRecipients({ now }: { now: () => number }): IntendedRecipients {
  const cache = createSharedCache<Hex | null>({ ...cacheLimits, now })

  async function read(
    chain: EvmChain,
    { hash, selector }: AccountTransaction,
    signal: AbortSignal,
  ): Promise<Hex | null> {
    const answer = v.safeParse(
      transaction,
      await chain.nodes.request('eth_getTransactionByHash', [hash], signal),
    )
    return (answer.success && recipientIn(answer.output?.input ?? '0x', selector)) || null
  }

  return async (chain, account, transactions, signal) => {
    const failed = transactions.filter(
      ({ succeeded, sender, selector }) =>
        !succeeded &&
        sender === account &&
        selector &&
        selector in recipientAt &&
        selector in attempts,
    )
    const found = await Promise.all(
      failed.map(async (transaction): Promise<readonly [Hex, Hex][]> => {
        try {
          const recipient = await cache.get(
            `${chain.networkId}:${transaction.hash}`,
            (stop) => read(chain, transaction, stop),
            signal,
          )
          return recipient ? [[transaction.hash, recipient]] : []
        } catch (error) {
          // without the recipient, the history shows the called contract
          if (error instanceof NodesError) return []
          throw error
        }
      }),
    )
    return new Map(found.flat())
  }
}

/**
 * The recipient in the data of a call. Undefined if the data is too short, or if the word is not an
 * address.
 */
function recipientIn(input: string, selector: Hex | null): Hex | undefined {
  const position =
    selector && input.toLowerCase().startsWith(selector) ? recipientAt[selector] : undefined
  if (position === undefined) return undefined
  const word = input.slice(10 + 64 * position, 74 + 64 * position).toLowerCase()
  return /^0{24}[0-9a-f]{40}$/.test(word) ? `0x${word.slice(24)}` : undefined
}
