import { partsOf } from '@latchkey/protocol/isObject'
import { cleanText } from '../../../core/text/cleanText.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { toWalletError } from '../../../core/requests/walletError.lazy.ts'

/**
 * Codes of the transaction pool. Source: `sc_rpc_api::author::error`
 * - 1010: the transaction is invalid
 * - 1012: the pool had it before. It takes none that a new block has, or that it has dropped
 * - 1013: the pool has it already
 * - 1014: the pool has another transaction in its place
 */
export const poolCodes = { invalid: 1010, banned: 1012, known: 1013, priority: 1014 } as const

/**
 * Error codes by which the network itself rejects a request. Then no other node is tried, because
 * every node would answer the same.
 */
const verdicts: ReadonlySet<unknown> = new Set([...Object.values(poolCodes), -32602])

/** Whether the network itself has rejected a request. */
export const isVerdict = ({ code }: { code?: unknown }): boolean => verdicts.has(code)

/** The maximum length of a node's error message, in characters. */
const maxReasonLength = 300

/** The codes of the chain's faults, by the reasons of nodes. Source: `InvalidTransaction` */
const faults: readonly (readonly [RegExp, string])[] = [
  [/outdated|stale|priority is too low/i, 'nonce'],
  [/inability to pay|balance too low/i, 'funds'],
  [/bad signature|bad proof/i, 'unsigned'],
  [/ancient birth block/i, 'late'],
  [/immediately dropped|exhaust/i, 'busy'],
]

/**
 * Converts a node's error. Nodes use the codes 1000 to 1099 where the pool refuses a transaction.
 */
export function toNodeError(error: unknown): KitError {
  if (KitError.is(error)) return error
  const { code, data, message } = partsOf(error)
  if (typeof code !== 'number' || code < 1000 || code > 1099) return toWalletError(error)
  const reason = [message, data]
    .map((part) => cleanText(part, maxReasonLength))
    .filter(Boolean)
    .join(': ')
    .slice(0, maxReasonLength)
  return kitError('transactionRejected', {
    cause: error,
    details: reason,
    refusal: faults.find(([pattern]) => pattern.test(reason))?.[1] ?? 'other',
    isUnsent: true,
  })
}
