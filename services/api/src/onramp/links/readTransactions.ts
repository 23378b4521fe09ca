import { isSameAddress } from '@latchkey/protocol/address'
import { rowsOf } from '@latchkey/protocol/rowsOf'
import { counts } from '@latchkey/protocol/limits'
import { isTransactionHash } from '@latchkey/protocol/transactionHash'
import * as v from 'valibot'
import type { LinkTransaction } from '../onrampProvider.ts'
import { evmKey } from '../../chains/evm/evmKeys.ts'
import { evmNamespace } from '../../chains/evm/evmChain.ts'

const text = (max: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(max))
const time = v.pipe(
  v.string(),
  v.maxLength(40),
  v.transform((written) => Date.parse(written)),
  v.safeInteger(),
  v.minValue(0),
)
const row = v.object({
  status: text(64),
  purchase_currency: text(32),
  purchase_network: text(64),
  purchase_amount: v.object({ value: v.pipe(v.string(), v.regex(/^\d{1,36}(\.\d{1,36})?$/)) }),
  tx_hash: v.nullish(v.pipe(v.string(), v.maxLength(128))),
  created_at: time,
  wallet_address: text(128),
  transaction_id: text(128),
})

/** A page of transactions, as a Coinbase-style provider answers it. */
export const transactionsPage = v.object({
  transactions: rowsOf(row, counts.apiRows),
  next_page_key: v.nullish(v.pipe(v.string(), v.maxLength(512))),
})

const ends: Readonly<Record<string, LinkTransaction['state']>> = {
  ONRAMP_TRANSACTION_STATUS_SUCCESS: 'done',
  ONRAMP_TRANSACTION_STATUS_FAILED: 'failed',
}

/**
 * Reads the transactions of an account from a provider's answer. Anyone can begin a purchase in the
 * name of any account, but with another wallet, so only purchases to the account's wallet are
 * returned. Purchases on networks that `chains` does not name are left out. An unknown status means
 * that the purchase is under way.
 */
export function readTransactions(
  { transactions }: v.InferOutput<typeof transactionsPage>,
  wallet: string,
  chains: Readonly<Record<string, string>>,
): LinkTransaction[] {
  const networks = new Map(Object.entries(chains).map(([networkId, slug]) => [slug, networkId]))
  return transactions.flatMap(
    ({
      status,
      purchase_currency: symbol,
      purchase_network: slug,
      purchase_amount: { value: amount },
      tx_hash: hash,
      created_at: at,
      wallet_address: to,
      transaction_id: id,
    }): LinkTransaction[] => {
      const networkId = networks.get(slug)
      if (networkId === undefined || !isSameAddress(to, wallet)) return []
      const state = Object.hasOwn(ends, status) ? (ends[status] ?? 'waiting') : 'waiting'
      return [
        {
          id,
          state,
          symbol,
          networkId,
          amount,
          at,
          hash: isTransactionHash(hash, evmNamespace) ? evmKey(hash) : undefined,
        },
      ]
    },
  )
}
