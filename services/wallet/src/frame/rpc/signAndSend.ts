import type { TransactionSerializable } from 'viem'
import type { Cost } from '../approve/transaction/estimate.ts'
import { fault } from '../bridge/Fault.ts'
import { requireUpgradable } from '../smartAccount/requireUpgradable.ts'
import type { OwnAuthorization } from '../vault/evmAccountOf.ts'
import { withLock } from '../device/withLock.ts'
import { askQuantity } from './askNode.ts'
import { broadcast } from './broadcast.ts'
import type { prepareVault } from './prepareVault.ts'
import type { RequestedTransaction } from './readTransaction.ts'
import { findSent, storeSent } from './sentTransactions.ts'
import type { SigningCall } from './signingCall.ts'

/**
 * Returns the code that the account gets with a transaction, by a new look at the node.
 * @throws Fault `transactionRejected` if the account has changed since the approval
 */
async function authorizedCode(
  wallet: Sender['wallet'],
  network: Sender['network'],
  address: string,
  code: Approved['code'],
): Promise<OwnAuthorization['code'] | undefined> {
  if (!code) return undefined
  if (code.kind === 'off') return 'none'
  const isNeeded = await requireUpgradable(wallet, network, address, code.isUpgrade)
  return isNeeded ? 'delegator' : undefined
}

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
  /**
   * What the transaction has to do with the account's code. EIP-7702
   * - `batch`: it runs the code, and sets it before if that is needed and was approved
   * - `off`: it removes the code
   */
  code?: { kind: 'batch'; isUpgrade: boolean } | { kind: 'off' }
}

/**
 * Signs a transaction, stores it, and sends it to the node. The account's next transaction, in
 * any window, gets its number after this one has been sent.
 * @returns its hash
 */
export function signAndSend(
  { wallet, network, openVault }: Sender,
  { address, transaction, cost, subject, requestId, code }: Approved,
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
    const authorized = await authorizedCode(wallet, network, address, code)
    const { withKeysOf } = await openVault()
    const raw = await withKeysOf(wallet, address, async (keys) => {
      if (!authorized) return keys.evm.signTransaction(serializable)
      if (cost.type !== 'eip1559') throw fault('transactionRejected')
      const authorization = await keys.evm.signAuthorization({
        code: authorized,
        chainId: Number(network.reference),
        // the transaction itself takes the first number
        nonce: nonce + 1,
      })
      return keys.evm.signTransaction({
        ...cost,
        to,
        value,
        data,
        nonce,
        chainId: Number(network.reference),
        type: 'eip7702',
        authorizationList: [authorization],
      })
    })
    const { keccak256 } = await import('viem/utils')
    const sent = { subject, raw, hash: keccak256(raw), at: Date.now() }
    await storeSent(wallet, requestId, sent)
    return broadcast(wallet, network, { requestId, sent })
  })
}
