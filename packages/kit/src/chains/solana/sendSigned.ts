import { partsOf } from '@latchkey/protocol/isObject'
import { kitError } from '../../core/errors.ts'
import type { ErrorCode } from '../../core/errors.ts'
import { KitError } from '../../core/KitError.ts'
import { toBase64 } from './wire/base64.ts'
import { nameOf } from './wire/transaction.ts'
import type { Wire } from './wire/transaction.ts'

/**
 * What a node says when it did not take a transaction; after anything else the transaction may be
 * on its way.
 */
const refusals: ReadonlySet<ErrorCode> = new Set([
  'transactionRejected',
  'transactionExpired',
  'invalidParams',
  'methodNotFound',
  'networkNotFound',
])

/**
 * Gives a signed transaction to a node. Where its answer is lost, the transaction may be on its way
 * all the same: then it counts as sent and is followed until it is in a block, or has expired and
 * can not be any more. Given twice it pays once: the network takes a signature once.
 * @returns its name: the first signature, base58
 * @throws KitError transactionRejected, transactionExpired when nothing was sent; answerInvalid
 *   while signatures are missing
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
    // a node that knows it already
    if (error.details === 'This transaction was sent already') return name
    // an earlier try whose answer was lost may be on the chain by now
    if (error.code === 'transactionExpired' && (await isKnown(request, name))) return name
    if (refusals.has(error.code)) throw error
  }
  return name
}

/** Whether the chain has a transaction, or may have it as the node does not say. */
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
