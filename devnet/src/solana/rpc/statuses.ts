import * as v from 'valibot'
import { listOf } from '@latchkey/protocol/border'
import type { Chain } from '../chain/chain.ts'
import { slotLimits } from '../chain/slots.ts'
import type { Commitment, Json, TransactionError } from '../chain/types.ts'
import { inContext, method, type Method } from './method.ts'
import { signature } from './params.ts'

/** The maximum number of signatures in a call. */
const maxSignatures = 256

/**
 * The method `getSignatureStatuses`. It knows only transactions of the last 150 slots, unless the
 * call requests to search the whole history.
 */
export const getSignatureStatuses: Method = method(
  v.tuple([
    listOf(signature, maxSignatures),
    v.nullish(v.object({ searchTransactionHistory: v.nullish(v.boolean()) })),
  ]),
  (chain, [signatures, options]) =>
    inContext(
      chain,
      'processed',
      signatures.map((signature) =>
        statusOf(chain, signature, options?.searchTransactionHistory ?? false),
      ),
    ),
)

function statusOf(chain: Chain, signature: string, everywhere: boolean): Json {
  const found = chain.history.find(signature)
  const age = found ? chain.slots.open().number - found.slot : 0
  if (!found || (!everywhere && age > slotLimits.validity)) return null
  const { slot, err } = found
  const confirmationStatus = statusAt(chain, slot)
  return {
    slot,
    confirmations: confirmationStatus === 'finalized' ? null : age,
    err,
    status: asResult(err),
    confirmationStatus,
  }
}

/** The highest commitment that a slot has reached. */
export function statusAt({ slots }: Chain, slot: number): Commitment {
  if (slot <= slots.at('finalized').number) return 'finalized'
  return slot <= slots.at('confirmed').number ? 'confirmed' : 'processed'
}

/** Writes an error, or null for success, in the older form in which validators answer. */
export const asResult = (err: TransactionError | null): Json =>
  err === null ? { Ok: null } : { Err: err }
