import { toHex } from '@latchkey/protocol/hex'
import { kitError } from '../../../core/errors/errors.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { isUnknown } from './esplora.ts'
import type { Esplora } from './esplora.ts'

/** Reasons of nodes that mean that the network has this transaction already. Bitcoin Core */
const isKnownReason =
  /already[- ]in[- ]mempool|already[- ]known|already in (?:block ?chain|utxo set)|txn-same-nonwitness/i

/** The codes of the chain's faults, by the reasons of nodes. Bitcoin Core, `validation.cpp` */
const faults: readonly (readonly [RegExp, string])[] = [
  [/missing-?or-?spent|txn-mempool-conflict|missing inputs/i, 'spent'],
  [/dust/i, 'dust'],
  [/too-long-mempool-chain|exceeds (?:ancestor|descendant)/i, 'chain'],
  [/insufficient fee|min relay fee|mempool min fee|fee not met|rejecting replacement/i, 'feeLow'],
  [/script-verify|signature/i, 'unsigned'],
]

/**
 * Sends a transaction to the network. If the node's answer is lost, the transaction may have been
 * sent. So it counts as sent, and the kit follows it. Sending it twice is harmless, because a coin
 * is spent only once. Source: POST /tx
 * @throws KitError transactionRejected where the node refuses the transaction
 */
export async function broadcast(
  esplora: Esplora,
  { bytes, txid }: { bytes: Uint8Array; txid: string },
): Promise<void> {
  try {
    await esplora.post('/tx', toHex(bytes))
  } catch (error) {
    // a status of 400 to 499 is the node's refusal, except those that ask to try again later
    if (!KitError.is(error, 'httpFailed') || !isRefusal(error.status)) return
    const reason = error.details ?? ''
    if (isKnownReason.test(reason)) return
    // an earlier attempt, or another node, may have it: then only the answer was lost
    if (await mayBeKnown(esplora, txid)) return
    throw kitError('transactionRejected', {
      cause: error,
      details: reason.slice(0, 300),
      refusal: faults.find(([pattern]) => pattern.test(reason))?.[1] ?? 'other',
      isUnsent: true,
    })
  }
}

const isRefusal = (status = 0) =>
  status >= 400 && status < 500 && ![403, 404, 408, 413, 429].includes(status)

/** Whether the network knows a transaction. True also if the node does not answer. */
const mayBeKnown = (esplora: Esplora, txid: string): Promise<boolean> =>
  esplora.get(`/tx/${txid}`).then(
    () => true,
    (error) => !isUnknown(error),
  )
