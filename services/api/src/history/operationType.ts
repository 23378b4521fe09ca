import type { OperationType } from '@latchkey/protocol/history'
import type { AccountTransaction, Hex, Transfer } from '../chainIndex/chainIndex.ts'
import { zeroAddress } from '../chainIndex/holdingChanges.ts'

/**
 * Decides the operation type of a namespace's transactions. The keys of the tables are selectors.
 */
export type OperationWords = {
  /** Methods whose operation type is certain for their caller, whatever was transferred. */
  methods: Readonly<Record<string, { type: OperationType }>>
  /**
   * The operation type of methods that transfer or approve something, for calls in which nothing
   * was transferred, such as failed calls.
   */
  attempts: Readonly<Record<string, { type: OperationType }>>
  /** Addresses to which people send tokens to destroy them. */
  burnAddresses: readonly Hex[]
}

/**
 * The operation type of a transaction for an account. Outgoing and incoming amounts are added up
 * for each asset. The first rule that fits decides:
 * 1. The account created a contract: deploy.
 * 2. It sent itself zero without data, as wallets do to cancel a transaction: cancel.
 * 3. It called a method of `words.methods`: the method's type.
 * 4. Assets went out and other assets came in: trade; or mint, if only NFTs came in, and from 0x0.
 * 5. Assets only came in: mint, if they came from 0x0 by the account's own call; otherwise receive.
 * 6. Assets only went out: burn, if they went to 0x0 or a burn address; otherwise send.
 * 7. It approved: approve.
 * 8. It called a method of `words.attempts`: the method's type.
 * 9. It called any other method: execute.
 * 10. It sent something to another account: send.
 * 11. In all other cases: receive.
 */
export function operationType(
  account: Hex,
  transaction: AccountTransaction,
  words: OperationWords,
): OperationType {
  const {
    sender,
    recipient,
    created,
    value,
    hasData,
    selector,
    succeeded,
    transfers,
    hasApproved,
  } = transaction
  const isOwn = sender === account
  if (isOwn && recipient === null && (created !== null || !succeeded)) return 'deploy'
  if (isOwn && recipient === account && value === 0n && !hasData) return 'cancel'
  const known = isOwn && selector ? words.methods[selector] : undefined
  if (known) return known.type
  const { incoming, outgoing } = sides(account, transfers)
  if (incoming.length > 0 && outgoing.length > 0)
    return incoming.every((transfer) => isNft(transfer) && transfer.sender === zeroAddress)
      ? 'mint'
      : 'trade'
  if (incoming.length > 0)
    return isOwn && incoming.every((transfer) => transfer.sender === zeroAddress)
      ? 'mint'
      : 'receive'
  if (outgoing.length > 0)
    return outgoing.every((transfer) => words.burnAddresses.includes(transfer.recipient))
      ? 'burn'
      : 'send'
  if (hasApproved) return 'approve'
  const tried = isOwn && selector ? words.attempts[selector] : undefined
  if (tried) return tried.type
  if (isOwn && hasData) return 'execute'
  return isOwn || transfers.some((transfer) => transfer.sender === account) ? 'send' : 'receive'
}

const isNft = ({ kind }: Transfer) => kind >= 3

/**
 * The transfers of assets that the account received on balance, and of assets that it sent on
 * balance.
 */
function sides(
  account: Hex,
  transfers: readonly Transfer[],
): { incoming: Transfer[]; outgoing: Transfer[] } {
  const sums = new Map<string, bigint>()
  const assetOf = ({ token, tokenId }: Transfer) => `${token} ${tokenId}`
  for (const transfer of transfers) {
    const change =
      (transfer.recipient === account ? transfer.amount : 0n) -
      (transfer.sender === account ? transfer.amount : 0n)
    sums.set(assetOf(transfer), (sums.get(assetOf(transfer)) ?? 0n) + change)
  }
  const sum = (transfer: Transfer) => sums.get(assetOf(transfer)) ?? 0n
  return {
    incoming: transfers.filter((transfer) => transfer.recipient === account && sum(transfer) > 0n),
    outgoing: transfers.filter((transfer) => transfer.sender === account && sum(transfer) < 0n),
  }
}
