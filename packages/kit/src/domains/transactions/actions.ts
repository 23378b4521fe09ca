import { parseNetworkId } from '@latchkey/protocol/caip'
import { isSameTransactionHash } from '@latchkey/protocol/transactionHash'
import * as counts from '@latchkey/protocol/counts'
import * as times from '@latchkey/protocol/times'
import { loadCode } from '../../core/page/loadCode.ts'
import { fetchAnswer } from '../../core/http/fetchAnswer.ts'
import {
  checkQueryParameters,
  checkText,
  checkWatchParameters,
} from '../../core/options/checkQueryParameters.ts'
import type { QueryParameters, WatchParameters } from '../../core/options/checkQueryParameters.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import type { PendingTransaction } from '../../core/transactions/pendingTransactions.ts'
import { accountOf, activeNetworkId } from '../../core/kit/state.ts'
import type { KitState } from '../../core/kit/state.ts'
import { watchState } from '../../core/kit/watchState.ts'
import { withLimit } from '../../core/errors/withLimit.ts'
import { feeQuery } from './feeQuery.ts'
import type { Fee } from './feeQuery.ts'
import { contextOf } from '../../core/kit/context.ts'

const hashHint = 'Pass the hash of a transaction, as the network names it.'
const find = ({ pending }: KitState, hash: string) =>
  pending?.find((transaction) => isSameTransactionHash(transaction.hash, hash))

/**
 * Follows a transaction that this browser sent, or that was passed to `kit.followTransaction`,
 * until the returned function is called. Reports undefined for any other transaction. The kit knows
 * the latest 99 transactions, in every tab and after a reload, until the last wallet disconnects.
 * It requests the state of a transaction until some minutes after its end.
 * @throws KitError optionInvalid
 */
export function watchTransaction(
  kit: Kit,
  watchParameters: { hash: string } & WatchParameters<PendingTransaction | undefined>,
): () => void {
  const { notify } = checkWatchParameters(kit, watchParameters)
  const { hash } = watchParameters
  checkText('hash', hash, hashHint)
  return watchState(
    kit,
    (state) => [find(state, hash)],
    () => notify(find(kit.getState(), hash)),
  )
}

/**
 * Resolves when a transaction is no longer pending: mined, failed, changed, replaced, cancelled,
 * dropped or unseen. A transaction that the kit does not follow yet is followed from now on, as by
 * `kit.followTransaction`.
 * @param parameters.networkId the network of a transaction that the kit has not sent
 * @default the current network
 * @param parameters.confirmations the number of blocks that must first confirm a transaction that
 *   is in a block (mined, failed, changed), including its own block: a whole number from 1 to 1000.
 *   On Solana a finalized transaction always has enough
 * @default 1
 * @param parameters.limit the longest wait, in milliseconds
 * @default 10 minutes
 * @throws KitError httpTimeout after the limit: the transaction may still be mined; requestAborted;
 *   optionInvalid; actionNotAllowed for several confirmations on a chain without them; errors of
 *   `kit.followTransaction`
 */
export async function waitForTransaction(
  kit: Kit,
  parameters: QueryParameters & {
    hash: string
    address?: string
    confirmations?: number
    limit?: number
  },
): Promise<PendingTransaction> {
  checkQueryParameters(kit, parameters)
  const {
    hash,
    networkId,
    address,
    confirmations = 1,
    limit = times.transaction,
    signal,
  } = parameters
  checkText('hash', hash, hashHint)
  if (typeof limit !== 'number' || !(limit > 0))
    throw optionInvalid('limit', 'is not valid', 'Pass milliseconds.')
  if (!Number.isInteger(confirmations) || confirmations < 1 || confirmations > counts.confirmations)
    throw optionInvalid(
      'confirmations',
      'is not valid',
      `Pass a whole number from 1 to ${counts.confirmations}.`,
    )
  if (!find(kit.getState(), hash)) await kit.followTransaction({ hash, networkId, address })
  let stop = () => {}
  const ended = () =>
    new Promise<PendingTransaction>((resolve) => {
      stop()
      stop = watchState(
        kit,
        (state) => [find(state, hash)],
        () => {
          const transaction = find(kit.getState(), hash)
          if (transaction && transaction.status !== 'pending') resolve(transaction)
        },
      )
    })
  const confirmed = async (limited: AbortSignal) =>
    (await loadCode(import('./confirmed.lazy.ts'))).confirmed(kit, ended, {
      confirmations,
      signal: limited,
    })
  return withLimit(confirmations > 1 ? confirmed : ended, {
    ms: limit,
    clock: contextOf(kit).clock,
    signal,
    onTimeout: () => kitError('httpTimeout', { details: 'The transaction is still pending.' }),
  }).finally(() => stop())
}

/**
 * Returns the fee that a mined transaction has paid, in the network's native token, as a decimal
 * string; of an operation of the connected account, the fee that the account itself paid. Undefined
 * if the network does not report it.
 * @throws KitError networkNotFound, optionInvalid, requestAborted, httpTimeout; the node's error
 */
export async function getTransactionFee(
  kit: Kit,
  parameters: QueryParameters & { hash: string },
): Promise<Fee | undefined> {
  const networkId = checkQueryParameters(kit, parameters) ?? activeNetworkId(kit.getState())
  checkText('hash', parameters.hash, hashHint)
  const { namespace } = parseNetworkId(networkId)
  const address = accountOf({ ...kit.getState(), namespace })?.address
  return (
    (await fetchAnswer(
      kit,
      feeQuery(kit, { networkId, hash: parameters.hash, address }),
      parameters.signal,
    )) ?? undefined
  )
}
