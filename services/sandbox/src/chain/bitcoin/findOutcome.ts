import { Transaction } from '@scure/btc-signer'
import * as v from 'valibot'
import type { Bids, PayoutOutcome } from '../../treasury/payoutStore.ts'
import type { Esploras } from './esploras.ts'

const height = v.pipe(v.number(), v.integer(), v.minValue(0))
const status = v.variant('confirmed', [
  v.object({ confirmed: v.literal(true), block_height: height, block_time: height }),
  v.object({ confirmed: v.literal(false) }),
])
const transaction = v.object({ status })
const outspend = v.union([
  v.object({ spent: v.literal(true), txid: v.string(), status }),
  v.object({ spent: v.literal(false) }),
])

/**
 * Finds the outcome of a payout: whether its transaction is in a block that is deep enough, or
 * whether such a block has another transaction that spends one of its coins.
 * @param options.tip the height of the newest block
 * @param options.depth the number of blocks that have to follow before an outcome counts
 * @throws NodesError
 */
export async function findOutcome(
  esploras: Esploras,
  bids: Bids,
  { tip, depth }: { tip: number; depth: number },
  signal: AbortSignal,
): Promise<PayoutOutcome> {
  const { payout } = bids
  const isDeep = (block: number) => tip - block >= depth
  const found = await esploras.find(`/tx/${payout.hash.slice(2)}`, transaction, signal)
  if (found?.status.confirmed && isDeep(found.status.block_height)) {
    const minedAt = found.status.block_time * 1_000
    return { bids, end: { status: 'mined', mined: payout, minedAt } }
  }
  if (found) return { bids, end: { status: 'open', isSeen: true } }
  for (const { txid, vout } of inputsOf(payout.raw)) {
    const spender = await esploras.find(`/tx/${txid}/outspend/${vout}`, outspend, signal)
    if (
      spender?.spent &&
      `0x${spender.txid}` !== payout.hash &&
      spender.status.confirmed &&
      isDeep(spender.status.block_height)
    )
      return { bids, end: { status: 'displaced' } }
  }
  return { bids, end: { status: 'open', isSeen: false } }
}

/** The coins that a signed transaction spends. */
export function inputsOf(raw: `0x${string}`): { txid: string; vout: number }[] {
  const signed = Transaction.fromRaw(Buffer.from(raw.slice(2), 'hex'), {
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
  })
  return Array.from({ length: signed.inputsLength }, (_, index) => {
    const { txid = new Uint8Array(), index: vout = 0 } = signed.getInput(index)
    return { txid: Buffer.from(txid).toString('hex'), vout }
  })
}
