import type { AccountTransaction } from '../chainIndex/chainIndex.ts'
import type { ScannedTransaction } from './scanChain.ts'

/** A transaction in the form in which tests compare the index and the scan. */
export function shown({
  hash,
  sender,
  recipient,
  created,
  fee,
  succeeded,
  minedAt,
  transfers,
  hasApproved,
}: AccountTransaction) {
  return {
    hash,
    sender,
    recipient,
    created,
    fee,
    succeeded,
    minedAt,
    hasApproved,
    transfers: transfers.map(({ kind, token, tokenId, sender, recipient, amount }) => ({
      kind,
      token,
      tokenId,
      sender,
      recipient,
      amount,
    })),
  }
}

/** The part of a scanned transaction that concerns an account. */
export function seenBy(
  account: string,
  {
    approvers,
    hash,
    sender,
    recipient,
    created,
    fee,
    succeeded,
    minedAt,
    transfers: all,
  }: ScannedTransaction,
) {
  const transfers = all.filter((entry) => entry.sender === account || entry.recipient === account)
  const isIn = [sender, recipient, created, ...approvers].includes(account) || transfers.length > 0
  return isIn
    ? [
        {
          hash,
          sender,
          recipient,
          created,
          fee,
          succeeded,
          minedAt,
          transfers,
          hasApproved: approvers.includes(account),
        },
      ]
    : []
}
