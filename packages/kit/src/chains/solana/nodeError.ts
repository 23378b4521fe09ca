import { partsOf } from '@latchkey/protocol/isObject'
import { cleanText } from '../../core/text/cleanText.ts'
import { kitError } from '../../core/errors/errors.ts'
import { KitError } from '../../core/errors/KitError.ts'
import { toWalletError } from '../../core/requests/walletError.lazy.ts'
import { faultOf, reasonOf } from './wire/reasonOf.ts'

/**
 * Error codes by which the network itself rejects a request. Then no other node is tried, because
 * every node would answer the same. Source: Agave, `RpcCustomError`
 */
const verdicts: ReadonlySet<unknown> = new Set([-32002, -32003, -32602, -32013, -32015])

/** Whether the network itself has rejected a request. */
export const isVerdict = ({ code }: { code?: unknown }): boolean => verdicts.has(code)

/** The maximum length of a node's error message, in characters. */
const maxReasonLength = 300

/** Converts a node's error. Nodes use some codes with another meaning than wallets. */
export function toNodeError(error: unknown): KitError {
  if (KitError.is(error)) return error
  const { code, data, message } = partsOf(error)
  const text = cleanText(message, maxReasonLength) || undefined
  if (code === -32002 || code === -32003) {
    const failure = partsOf(data)['err']
    if (isExpired(failure, text)) return kitError('transactionExpired', { cause: error })
    const logs = partsOf(data)['logs']
    return kitError('transactionRejected', {
      cause: error,
      details: reasonOf(failure, logs) ?? text,
      refusal: faultOf(failure, logs) ?? 'other',
    })
  }
  if (code === -32005 || code === -32004 || code === -32016)
    // the node is behind the network, or too busy
    return kitError('limitExceeded', { cause: error, details: text })
  return toWalletError(error)
}

/** Whether the network refuses a transaction because its blockhash is too old. */
export const isExpired = (failure: unknown, text = ''): boolean =>
  failure === 'BlockhashNotFound' || /blockhash not found/i.test(text)
