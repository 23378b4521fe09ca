import { fromHex, toHex } from '@latchkey/protocol/hex'
import type { Wallet } from '../../wallet/Wallet.ts'
import { findUnsure, sentSince } from '../sentTransactions.ts'
import type { SentTransaction } from '../sentTransactions.ts'
import { readRawTransaction } from './rawTransaction.ts'

/** Milliseconds for which a node may still list the coins of a transaction that it has taken. */
const lag = 5 * 60_000

/** The text that names a coin. */
export const coinKey = ({ txid, vout }: { txid: string; vout: number }): string => `${txid}:${vout}`

/**
 * The coins of earlier payments, by their names:
 * - `reserved`: of payments that were sent just now. A second payment with such a coin would
 *   replace the first one without a word
 * - `doubtful`: of the same payment that may have been sent. If the new payment spends such a coin,
 *   a block can include only one of the two
 */
export async function earlierCoins(
  wallet: Wallet,
  subject: string,
): Promise<{ reserved: ReadonlySet<string>; doubtful: ReadonlySet<string> }> {
  const [sent, unsure] = await Promise.all([
    sentSince(wallet, Date.now() - lag),
    findUnsure(wallet, subject),
  ])
  return {
    reserved: new Set(sent.flatMap(coinsOf)),
    doubtful: new Set(unsure ? coinsOf(unsure.sent) : []),
  }
}

/** The names of the coins that a transaction spends. None for one of another kind of chain. */
const coinsOf = ({ raw }: SentTransaction): readonly string[] =>
  readRawTransaction(fromHex(raw.slice(2)))?.inputs.map(({ txid, index }) =>
    coinKey({ txid: toHex(txid), vout: index }),
  ) ?? []
