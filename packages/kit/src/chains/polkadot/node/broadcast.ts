import type { ErrorCode } from '../../../core/errors/errors.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { partsOf } from '@latchkey/protocol/isObject'
import { hexOf } from '../wire/bytes.ts'
import type { Hex } from '../wire/bytes.ts'
import type { Chain } from './chainOf.ts'
import { findTransaction } from './findTransaction.ts'
import { poolCodes } from './nodeError.ts'

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
 * Sends a transaction to the network. If the node's answer is lost, the transaction may have been
 * sent. So it counts as sent, and the kit follows it. Sending it twice is harmless, because the
 * chain executes a nonce only once. Source: author_submitExtrinsic
 * @param birth the height of the first block that can include it
 * @throws KitError transactionRejected and the other `refusals` where nothing was sent
 */
export async function broadcast(
  chain: Chain,
  { bytes, hash, birth }: { bytes: Uint8Array; hash: Hex; birth: number },
): Promise<void> {
  try {
    await chain.request('author_submitExtrinsic', [hexOf(bytes)])
  } catch (error) {
    if (!KitError.is(error) || !refusals.has(error.code)) return
    // an earlier attempt, whose answer was lost, has reached this node. It may be in a block since
    if (codeOf(error) === poolCodes.known || codeOf(error) === poolCodes.banned) return
    // or a block has it already, and that is why its nonce is used
    if (codeOf(error) === poolCodes.invalid && (await isInBlock(chain, hash, birth))) return
    throw unsent(error)
  }
}

const codeOf = ({ cause }: KitError): unknown => partsOf(cause)['code']

/** Whether a block has a transaction. True also if the node does not answer. */
const isInBlock = (chain: Chain, hash: Hex, birth: number): Promise<boolean> =>
  findTransaction(chain, hash, { from: birth }).then(
    (found) => found !== undefined,
    () => true,
  )

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
