import * as v from 'valibot'
import type { Chain } from '../chain/chain.ts'
import type { Summary } from '../chain/history.ts'
import type { Commitment, Json } from '../chain/types.ts'
import { encodeTransaction } from './encodeTransaction.ts'
import { commitmentOf, method, type Method, type Place } from './method.ts'
import { address, ofTransactions, place, signature, whole } from './params.ts'
import { RpcError } from './rpcError.ts'
import { statusAt } from './statuses.ts'

/** The maximum number of signatures in an answer. */
const maxSignatures = 1_000

const page = v.nullish(
  v.object({
    ...place,
    limit: v.nullish(whole),
    before: v.nullish(signature),
    until: v.nullish(signature),
  }),
)
// in an older form of the call, only the encoding is given
const config = v.nullish(
  v.union([
    v.object(ofTransactions),
    v.pipe(
      ofTransactions.encoding.wrapped,
      v.transform((encoding) => ({
        encoding,
        commitment: undefined,
        maxSupportedTransactionVersion: undefined,
      })),
    ),
  ]),
)

/** Methods about past transactions. */
export const historyMethods: Record<string, Method> = {
  getTransaction: method(v.tuple([signature, config]), (chain, [of, config]) => {
    const commitment = lastingCommitmentOf(chain, config)
    const found = chain.history.find(of)
    const executed =
      found && found.slot <= chain.slots.at(commitment).number ? chain.history.read(of) : undefined
    return executed
      ? { slot: executed.slot, blockTime: executed.time, ...encodeTransaction(executed, config) }
      : null
  }),
  getSignaturesForAddress: method(v.tuple([address, page]), (chain, [of, page]) => {
    const commitment = lastingCommitmentOf(chain, page)
    const limit = page?.limit ?? maxSignatures
    if (limit === 0 || limit > maxSignatures)
      throw new RpcError('invalidParams', `Invalid limit; max ${maxSignatures}`)
    return pageOf(chain, of, {
      commitment,
      limit,
      before: page?.before ?? undefined,
      until: page?.until ?? undefined,
    }).map((summary) => encodeSummary(chain, summary))
  }),
}

type Page = {
  commitment: Commitment
  limit: number
  before: string | undefined
  until: string | undefined
}

/** A page of signatures, the newest first. Empty if `before` is an unknown transaction. */
function pageOf(
  { history, slots }: Chain,
  address: string,
  { commitment, limit, before, until }: Page,
): Summary[] {
  const last = before === undefined ? Infinity : (history.find(before)?.order ?? 0)
  const first = until === undefined ? 0 : (history.find(until)?.order ?? 0)
  const newest = slots.at(commitment).number
  const list = history.ofAddress(address)
  const found: Summary[] = []
  for (let index = list.length - 1; index >= 0 && found.length < limit; index -= 1) {
    const summary = list[index]
    if (!summary || summary.order <= first) break
    if (summary.order < last && summary.slot <= newest) found.push(summary)
  }
  return found
}

function encodeSummary(chain: Chain, { signature, slot, time, err, memo }: Summary): Json {
  return { signature, slot, err, memo, blockTime: time, confirmationStatus: statusAt(chain, slot) }
}

/** The commitment of a call about past slots. @throws RpcError if it is `processed` */
export function lastingCommitmentOf(chain: Chain, place: Place): Commitment {
  const commitment = commitmentOf(chain, place)
  if (commitment === 'processed')
    throw new RpcError('invalidParams', 'Method does not support commitment below `confirmed`')
  return commitment
}
