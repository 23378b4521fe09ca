import type { ErrorCode } from '../../../core/errors/errors.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import { partsOf } from '@latchkey/protocol/isObject'
import { hexOf } from '../wire/bytes.ts'
import type { Hex } from '../wire/bytes.ts'
import type { Chain } from './chainOf.ts'
import { findTransaction } from './findTransaction.ts'
import { poolCodes } from './nodeError.ts'
import { readNonce } from './readNonce.ts'

/**
 * Error codes that show that a node did not accept a transaction. After any other error, the
 * transaction may have been sent.
 */
const refusals: ReadonlySet<ErrorCode> = new Set([
  'transactionRejected',
  'invalidParams',
  'methodNotFound',
  'networkNotFound',
])

/**
 * A signed transaction.
 * - `birth`: the height of the first block that can include it
 * - `sender`: its account, in the network's spelling
 */
type BroadcastTransaction = {
  bytes: Uint8Array
  hash: Hex
  birth: number
  sender: string
  nonce: number
}

/**
 * Sends a transaction to the network. If the node's answer is lost, the transaction may have been
 * sent. So it counts as sent, and the kit follows it. Sending it twice is harmless, because the
 * chain executes a nonce only once. Source: author_submitExtrinsic
 * @throws KitError transactionRejected and the other `refusals` where nothing was sent
 */
export async function broadcast(chain: Chain, transaction: BroadcastTransaction): Promise<void> {
  const { bytes } = transaction
  try {
    await chain.request('author_submitExtrinsic', [hexOf(bytes)])
  } catch (error) {
    if (!KitError.is(error) || !refusals.has(error.code)) return
    // an earlier attempt, whose answer was lost, has reached this node. It may be in a block since
    if (codeOf(error) === poolCodes.known || codeOf(error) === poolCodes.banned) return
    // or a block has it already, and that is why its nonce is used
    if (codeOf(error) === poolCodes.invalid && (await isTaken(chain, transaction))) return
    throw unsent(error)
  }
}

const codeOf = ({ cause }: KitError): unknown => partsOf(cause)['code']

/**
 * Whether a block has a transaction, or its nonce is used by one that waits, which may be itself.
 * True also if the node does not answer the first question.
 */
async function isTaken(
  chain: Chain,
  { hash, birth, sender, nonce }: BroadcastTransaction,
): Promise<boolean> {
  const [isInBlock, next] = await Promise.all([
    findTransaction(chain, hash, { from: birth }).then(
      (found) => found !== undefined,
      () => true,
    ),
    orUndefined(readNonce(chain, sender)),
  ])
  return isInBlock || (next !== undefined && next > nonce)
}

/** The error, marked as "not sent". */
function unsent(error: KitError): KitError {
  const { code, message, cause, details, refusal } = error
  return new KitError(code, message, {
    cause,
    ...(details !== undefined && { details }),
    ...(refusal !== undefined && { refusal }),
    isUnsent: true,
  })
}
