import { isAddress } from '@latchkey/protocol/address'
import * as counts from '@latchkey/protocol/counts'
import { isTransactionHash } from '@latchkey/protocol/transactionHash'
import { adapterOf } from '../../core/accounts/adapterOf.ts'
import { kitError } from '../../core/errors/errors.ts'
import { isObject } from '@latchkey/protocol/isObject'
import type { FollowParameters, Kit } from '../../core/kit/kit.ts'
import { networkIdIn } from '../../core/accounts/networkIdIn.ts'
import { networkNotFound } from '../../core/options/networkNotFound.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import { rememberedPending } from '../../core/transactions/pendingTransactions.ts'
import { readDescription } from '../../core/transactions/readPending.ts'
import { isSame } from '../../core/transactions/sameTransaction.ts'
import { accountOf } from '../../core/kit/state.ts'
import { addDescription, storeTransaction } from './storeTransaction.lazy.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Follows a transaction that was sent without the kit, like one that the kit has sent. A
 * transaction that is followed already does not change, except that it gets `description` if it has
 * none.
 * @throws KitError optionInvalid, networkNotFound, addressMissing without an account and an
 *   `address`, actionNotAllowed while 99 transactions are pending
 */
export async function followTransaction(kit: Kit, parameters: FollowParameters): Promise<void> {
  if (!isObject(parameters)) throw optionInvalid('options', 'is not an object', 'Pass { hash }.')
  const {
    hash,
    networkId = networkIdIn(kit, kit.getState().namespace),
    description,
    transaction,
  } = parameters
  const { networks } = contextOf(kit)
  const network = networks.find((network) => network.networkId === networkId)
  if (!network) throw networkNotFound(networkId, networks)
  const { namespace } = network
  if (!isTransactionHash(hash, namespace))
    throw optionInvalid(
      'hash',
      'is not valid',
      'Pass the hash of a transaction, as the network names it.',
    )
  const { address = accountOf({ sessions: kit.getState().sessions, namespace })?.address } =
    parameters
  if (address === undefined) throw kitError('addressMissing')
  if (!isAddress(address, namespace))
    throw optionInvalid('address', 'is not valid', 'Pass the address that sent it.')
  const about = readDescription(description)
  if (description !== undefined && !about)
    throw optionInvalid(
      'description',
      'is not valid',
      'Pass { operationType, sentTo?, transfers? }.',
    )
  if (transaction !== undefined && !isObject(transaction))
    throw optionInvalid(
      'transaction',
      'is not an object',
      'Pass the transaction that the wallet was asked to send.',
    )
  const known = rememberedPending(kit)
  const same = known.find((transaction) =>
    isSame(transaction, { hash, networkId: network.networkId }),
  )
  if (same) return about && !same.description ? addDescription(kit, same, about) : undefined
  // each pending transaction costs requests to nodes, and a pending one must not be removed for
  // another
  if (known.filter(({ status }) => status === 'pending').length >= counts.pendingTransactions)
    throw kitError('actionNotAllowed', {
      details: `${counts.pendingTransactions} transactions are followed already.`,
    })
  const chain = adapterOf(kit, namespace)
    .load('transactions')
    .catch(() => undefined) // if the code does not load, the transaction is followed without it
  await storeTransaction(
    kit,
    {
      hash,
      networkId: network.networkId,
      address,
      description: about,
      ...(transaction && { transaction }),
    },
    chain,
  )
}
