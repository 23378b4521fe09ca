import { acceptTransaction } from '../chain/acceptTransaction.ts'
import type { Chain } from '../chain/types.ts'
import { Refusal } from '../judge/refusal.ts'
import { MalformedError } from '../wire/reader.ts'
import { ok, refused, type Answer } from './answer.ts'

/** Takes a transaction in hex, as `POST /tx` does: the answer is its id, or bitcoind's error. */
export function broadcast(chain: Chain, text: string): Answer {
  const hex = text.trim()
  if (hex === '' || hex.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(hex))
    return failure(-22, 'TX decode failed. Make sure the tx has at least one input.')
  try {
    return ok(acceptTransaction(chain, Buffer.from(hex, 'hex')).transaction.txid)
  } catch (error) {
    if (error instanceof Refusal) return failure(codeOf(error), error.message)
    if (error instanceof MalformedError)
      return failure(-22, 'TX decode failed. Make sure the tx has at least one input.')
    throw error
  }
}

/** bitcoind's code of a refusal. */
export function codeOf({ message }: Refusal): number {
  if (message === 'bad-txns-inputs-missingorspent') return -25
  return message === 'txn-already-known' ? -27 : -26
}

function failure(code: number, message: string): Answer {
  return refused(400, `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`)
}
