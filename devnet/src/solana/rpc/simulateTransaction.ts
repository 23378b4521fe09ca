import * as v from 'valibot'
import { listOf } from '@latchkey/protocol/border'
import { simulate } from '../chain/simulate.ts'
import { slotLimits } from '../chain/slots.ts'
import { encodeAccount } from './encodeAccount.ts'
import { commitmentOf, inContext, method, type Method } from './method.ts'
import { address, place } from './params.ts'
import { readSent } from './readSent.ts'
import { RpcError } from './rpcError.ts'

/** The maximum number of accounts in the answer of a simulation. */
const maxAccounts = 64

const options = v.nullish(
  v.object({
    ...place,
    encoding: v.nullish(v.picklist(['base58', 'base64'])),
    sigVerify: v.nullish(v.boolean()),
    replaceRecentBlockhash: v.nullish(v.boolean()),
    innerInstructions: v.nullish(v.boolean()),
    accounts: v.nullish(
      v.object({
        encoding: v.nullish(v.picklist(['base64', 'jsonParsed'])),
        addresses: listOf(address, maxAccounts),
      }),
    ),
  }),
)

/**
 * The method `simulateTransaction`. It returns the result that a transaction would have. If the
 * transaction would fail, the call still succeeds, and the answer has the error.
 */
export const simulateTransaction: Method = method(
  v.tuple([v.string(), options]),
  (chain, [text, options]) => {
    const transaction = readSent(text, options?.encoding)
    const commitment = commitmentOf(chain, options)
    const sigVerify = options?.sigVerify ?? false
    const anyBlockhash = options?.replaceRecentBlockhash ?? false
    if (sigVerify && anyBlockhash)
      throw new RpcError('invalidParams', 'sigVerify may not be used with replaceRecentBlockhash')
    const run = simulate(chain, transaction, { commitment, sigVerify, anyBlockhash })
    if (run.err === 'SignatureFailure')
      throw new RpcError('signatureVerification', 'Transaction signature verification failure')
    const read = (of: string) => run.after.get(of) ?? chain.accounts.read(of, commitment)
    const requestedAccounts = options?.accounts
    const accounts = requestedAccounts?.addresses.map((of) => {
      const account = run.err === null ? read(of) : undefined
      return account
        ? encodeAccount(account, { encoding: requestedAccounts.encoding ?? 'base64' }, read)
        : null
    })
    const { hash: blockhash, number } = chain.slots.at(commitment)
    return inContext(chain, commitment, {
      err: run.err,
      logs: run.logs,
      accounts: accounts ?? null,
      unitsConsumed: run.units,
      returnData: run.returned,
      innerInstructions: options?.innerInstructions ? run.inner : null,
      replacementBlockhash: anyBlockhash
        ? { blockhash, lastValidBlockHeight: number + slotLimits.validity }
        : null,
    })
  },
)
