import * as v from 'valibot'
import type { Chain } from '../chain/chain.ts'
import { isValidHash } from '../chain/checkLifetime.ts'
import { execute } from '../chain/execute.ts'
import { sentenceOf } from '../chain/transactionErrors.ts'
import { systemProgram } from '../chain/accounts.ts'
import { readTransaction, type Transaction } from '../wire/readTransaction.ts'
import { writeTransfer } from '../wire/writeTransfer.ts'
import { method, type Method } from './method.ts'
import { address, atPlace, whole } from './params.ts'
import { RpcError } from './rpcError.ts'
import { refuseWhenFull } from './sendTransaction.ts'

/** The lamports that the faucet gets before each airdrop. */
const faucetLamports = 5_000_000_000_000_000n

/**
 * The method `requestAirdrop`. It pays lamports by a transaction of the faucet, so that airdrops
 * are part of the history.
 */
export const requestAirdrop: Method = method(
  v.tuple([address, whole, atPlace]),
  (chain, [to, amount]) => {
    refuseWhenFull(chain)
    const lamports = BigInt(amount)
    if (lamports > chain.limits.airdrop)
      throw new RpcError(
        'invalidParams',
        `Invalid request: airdrop of more than ${chain.limits.airdrop} lamports`,
      )
    chain.accounts.write(chain.faucet.address, {
      lamports: faucetLamports,
      owner: systemProgram,
      executable: false,
      data: new Uint8Array(),
    })
    const transaction = nextTransfer(chain, to, lamports)
    const refused = execute(chain, transaction)
    const err = refused ?? chain.history.find(transaction.signature)?.err
    if (err) throw new RpcError('internal', `airdrop request failed: ${sentenceOf(err)}`)
    return transaction.signature
  },
)

/**
 * Creates a transfer that has not been executed yet. The same airdrop may be requested twice in one
 * slot, so another recent blockhash is chosen for the second one.
 */
function nextTransfer(
  { slots, history, faucet }: Chain,
  to: string,
  lamports: bigint,
): Transaction {
  for (const { hash } of slots.newestFirst()) {
    if (!isValidHash(slots, hash, 'processed')) break
    const transaction = readTransaction(writeTransfer(faucet, to, lamports, hash))
    if (history.slotOf(transaction.signature) === undefined) return transaction
  }
  throw new RpcError(
    'internal',
    'airdrop request failed. This can happen when the rate limit is reached.',
  )
}
