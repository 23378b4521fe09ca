import * as v from 'valibot'
import type { Chain } from '../chain/chain.ts'
import { isAlive } from '../chain/checkLifetime.ts'
import { execute } from '../chain/execute.ts'
import { simulate } from '../chain/simulate.ts'
import { sentenceOf } from '../chain/transactionErrors.ts'
import type { Commitment } from '../chain/types.ts'
import type { Transaction } from '../wire/readTransaction.ts'
import { commitmentOf, method, type Method } from './method.ts'
import { commitment, whole } from './params.ts'
import { readSent } from './readSent.ts'
import { RpcError } from './rpcError.ts'

const options = v.nullish(
  v.object({
    encoding: v.nullish(v.picklist(['base58', 'base64'])),
    skipPreflight: v.nullish(v.boolean()),
    preflightCommitment: v.nullish(commitment),
    maxRetries: v.nullish(whole),
    minContextSlot: v.nullish(whole),
  }),
)

/**
 * The method `sendTransaction`. It checks the transaction by a simulation, executes it, and returns
 * its signature. As with validators, a transaction that is dropped is also answered with its
 * signature, but is never part of the chain. A repeated transaction is executed once.
 */
export const sendTransaction: Method = method(
  v.tuple([v.string(), options]),
  (chain, [text, options]) => {
    const transaction = readSent(text, options?.encoding)
    const preflight = commitmentOf(chain, {
      commitment: options?.preflightCommitment,
      minContextSlot: options?.minContextSlot,
    })
    refuseWhenFull(chain)
    if (!options?.skipPreflight) checkByPreflight(chain, transaction, preflight)
    const isKnown = chain.history.slotOf(transaction.signature) !== undefined
    if (!isKnown && isAlive(chain, transaction.message, 'processed')) execute(chain, transaction)
    return transaction.signature
  },
)

function checkByPreflight(chain: Chain, transaction: Transaction, commitment: Commitment): void {
  const { err, logs, units, returned } = simulate(chain, transaction, {
    commitment,
    sigVerify: true,
    anyBlockhash: false,
  })
  if (err === null) return
  if (err === 'SignatureFailure')
    throw new RpcError('signatureVerification', 'Transaction signature verification failure')
  const data = {
    accounts: null,
    err,
    innerInstructions: null,
    logs,
    replacementBlockhash: null,
    returnData: returned,
    unitsConsumed: units,
  }
  throw new RpcError('preflightFailure', `Transaction simulation failed: ${sentenceOf(err)}`, data)
}

/** Refuses transactions if the chain is full. @throws RpcError */
export function refuseWhenFull({ accounts, limits }: Chain): void {
  if (accounts.changed().size < limits.accounts && accounts.bytes() < limits.bytes) return
  throw new RpcError(
    'internal',
    'The devnet holds as many accounts as it can. Begin anew: npm start -- --fresh',
  )
}
