import type { TransactionSerializable } from 'viem'
import type { Cost } from '../approve/transaction/estimate.ts'
import { fault } from '../bridge/Fault.ts'
import { withLock } from '../device/withLock.ts'
import { askQuantity } from './askNode.ts'
import { broadcast } from './broadcast.ts'
import type { prepareVault } from './prepareVault.ts'
import type { RequestedTransaction } from './readTransaction.ts'
import { findSent, storeSent } from './sentTransactions.ts'
import type { SigningCall } from './signingCall.ts'

type Sender = Pick<SigningCall, 'wallet' | 'network'> & {
  openVault: ReturnType<typeof prepareVault>
}
/**
 * A transaction that the visitor approved, with the cost that was shown. It is stored under
 * `requestId`, see `SentTransaction`.
 */
type Approved = {
  address: string
  transaction: RequestedTransaction
  cost: Cost | undefined
  subject: string
  requestId: string
}

/**
 * Signs a transaction, stores it, and sends it to the node. The account's next transaction, in
 * any window, gets its number after this one has been sent.
 * @returns its hash
 */
export function signAndSend(
  { wallet, network, openVault }: Sender,
  { address, transaction, cost, subject, requestId }: Approved,
): Promise<string> {
  return withLock(`${network.networkId} ${address}`, async () => {
    if (!cost) throw fault('somethingWrong')
    // another window may have signed it meanwhile
    const earlier = await findSent(wallet, requestId, subject)
    if (earlier) return broadcast(wallet, network, { requestId, sent: earlier })
    const nonce =
      transaction.nonce ??
      Number(
        await askQuantity(wallet, network, {
          method: 'eth_getTransactionCount',
          params: [address, 'pending'],
        }),
      )
    const { to, value, data } = transaction
    const serializable: TransactionSerializable = {
      ...cost,
      ...(to && { to }),
      value,
      data,
      nonce,
      chainId: Number(network.reference),
    }
    const { withKeysOf } = await openVault()
    const raw = await withKeysOf(wallet, address, (keys) => keys.evm.signTransaction(serializable))
    const { keccak256 } = await import('viem/utils')
    const sent = { subject, raw, hash: keccak256(raw), at: Date.now() }
    await storeSent(wallet, requestId, sent)
    return broadcast(wallet, network, { requestId, sent })
  })
}
