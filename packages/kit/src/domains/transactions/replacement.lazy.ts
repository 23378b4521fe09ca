import { facetOf } from '../../core/accounts/facetOf.ts'
import type {
  PreparedReplacement,
  ReplacementPurpose,
} from '../../core/contracts/facets/transactions.ts'
import { forgetAnswers } from '../../core/storage/forgetAnswers.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { accountOf } from '../../core/kit/state.ts'
import { changePending } from '../../core/transactions/pendingTransactions.ts'
import type { PendingTransaction } from '../../core/transactions/pendingTransactions.ts'
import { isSame } from '../../core/transactions/sameTransaction.ts'
import { isSameAddress } from '@latchkey/protocol/address'

/** The transaction to replace, and why. */
export type ReplacementOrder = {
  transaction: Pick<PendingTransaction, 'hash' | 'networkId' | 'address' | 'description'>
  purpose: ReplacementPurpose
}

/**
 * Prepares a replacement of a waiting transaction. Undefined where the chain or the wallet can't
 * replace transactions, and where the sender is not the current account.
 * @throws the node's errors
 */
export async function prepareReplacement(
  kit: Kit,
  { transaction: { networkId, hash, address }, purpose }: ReplacementOrder,
  signal?: AbortSignal,
): Promise<PreparedReplacement | undefined> {
  if (!isSender(kit, { networkId, address })) return undefined
  const { prepareReplacement: prepare } = await facetOf(kit, networkId, 'transactions')
  return prepare?.({ networkId, hash, address, purpose, ...(signal && { signal }) })
}

/**
 * Requests the wallet to sign and send a prepared replacement. Both transactions are followed from
 * then on, because a block may include either.
 * @returns the hash of the replacement
 * @throws KitError actionNotAllowed for a refused replacement; chainDisconnected if the wallet has
 *   switched to another account or network; the errors of `kit.sendTransaction`
 */
export async function sendReplacement(
  kit: Kit,
  { transaction: replaced, purpose }: ReplacementOrder,
  prepared: PreparedReplacement,
  signal?: AbortSignal,
): Promise<string> {
  if (prepared.status === 'refused') throw kitError('actionNotAllowed', { details: prepared.fault })
  if (!isSender(kit, replaced)) throw kitError('chainDisconnected')
  forgetAnswers()
  const { description } = replaced
  const hash = await kit.sendTransaction({
    ...prepared.transaction,
    ...(purpose === 'cancel' && { description: { operationType: 'cancel' } }),
    ...(purpose === 'speedUp' && description && { description }),
    ...(signal && { signal }),
  })
  changePending(kit, (pending) =>
    pending.map((entry) =>
      isSame(entry, replaced) && entry.status === 'pending'
        ? { ...entry, replacedBy: hash }
        : entry,
    ),
  )
  return hash
}

const isSender = (kit: Kit, { networkId, address }: { networkId: string; address: string }) => {
  const account = accountOf(kit.getState())
  return account?.networkId === networkId && isSameAddress(account.address, address)
}
