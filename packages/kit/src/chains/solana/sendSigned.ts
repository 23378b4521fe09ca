import { partsOf } from '@latchkey/protocol/isObject'
import { kitError } from '../../core/errors/errors.ts'
import type { ErrorCode } from '../../core/errors/errors.ts'
import { KitError } from '../../core/errors/KitError.ts'
import { toBase64 } from '@latchkey/protocol/base64'
import { nameOf } from './wire/transaction.ts'
import type { Wire } from './wire/transaction.ts'

/**
 * Error codes that show that a node did not accept a transaction. After any other error, the
 * transaction may have been sent.
 */
const refusals: ReadonlySet<ErrorCode> = new Set([
  'transactionRejected',
  'transactionExpired',
  'invalidParams',
  'methodNotFound',
  'networkNotFound',
])

/**
 * Sends a signed transaction to a node. If the node's answer is lost, the transaction may have been
 * sent. So it counts as sent, and the kit follows it until it is in a block or has expired. Sending
 * it twice is harmless, because the network executes a signature only once.
 * @returns the transaction's hash: the first signature, base58
 * @throws KitError transactionRejected, transactionExpired and the other `refusals` when nothing
 *   was sent; answerInvalid while signatures are missing
 */
export async function sendSigned(
  request: (method: string, params: readonly unknown[]) => Promise<unknown>,
  signed: Wire,
): Promise<string> {
  const name = nameOf(signed)
  if (name === undefined)
    throw kitError('answerInvalid', { details: 'The first signature is missing.' })
  try {
    await request('sendTransaction', [
      toBase64(signed.bytes),
      { encoding: 'base64', preflightCommitment: 'confirmed' },
    ])
  } catch (error) {
    if (!KitError.is(error)) throw error
    // an earlier attempt has reached the node
    if (error.details === 'This transaction was sent already') return name
    // an earlier attempt, whose answer was lost, may be on the chain by now
    if (error.code === 'transactionExpired' && (await isKnown(request, name))) return name
    if (refusals.has(error.code)) throw error
  }
  return name
}

/** Whether the chain has a transaction. True also if the node does not answer. */
async function isKnown(
  request: (method: string, params: readonly unknown[]) => Promise<unknown>,
  name: string,
): Promise<boolean> {
  const answer = await request('getSignatureStatuses', [
    [name],
    { searchTransactionHistory: true },
  ]).catch(() => undefined)
  const { value } = partsOf(answer)
  return !Array.isArray(value) || value[0] !== null
}
