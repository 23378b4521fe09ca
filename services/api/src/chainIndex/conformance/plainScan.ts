import { kinds, type Kind } from '../../db/schema.ts'
import type {
  AccountTransaction,
  Held,
  Hex,
  IndexedBlock,
  PageStart,
  Place,
  Pool,
  Transaction,
} from '../chainIndex.ts'

/** Answers like an index, but computes every answer from all blocks. */
export function plainScan(chain: readonly IndexedBlock[]) {
  const transactionsOf = (
    account: Hex,
    { before, latest = Infinity }: PageStart,
    limit: number,
  ): AccountTransaction[] =>
    chain
      .toReversed()
      .filter((block) => block.minedAt <= latest)
      .flatMap((block) =>
        block.transactions
          .toReversed()
          .filter((transaction) => isIn(block, transaction, account))
          .map((transaction) => seenBy(account, block, transaction)),
      )
      .filter(
        ({ block, index }) =>
          !before || block < before.block || (block === before.block && index < before.index),
      )
      .slice(0, limit)

  const heldBy = (account: Hex, wanted: readonly Kind[]): Held[] => {
    const sums = new Map<string, Held>()
    for (const { token, kind, tokenId, sender, recipient, amount } of chain.flatMap(
      (block) => block.transfers,
    )) {
      if (!wanted.includes(kind)) continue
      const key = `${token} ${tokenId.toString().padStart(80, '0')} ${kind}`
      const sum = sums.get(key) ?? { token, kind, tokenId, amount: 0n }
      sums.set(key, {
        ...sum,
        amount:
          sum.amount + (recipient === account ? amount : 0n) - (sender === account ? amount : 0n),
      })
    }
    return [...sums]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, held]) => held)
      .filter(({ amount }) => amount > 0n && amount < 2n ** 256n)
  }

  const recipientsOf = (account: Hex, places: readonly Place[]) =>
    places.map((place) => {
      const block = chain.find(({ number }) => number === place.block)
      const others =
        block?.transfers.filter(
          ({ index, sender }) => index === place.index && sender !== account,
        ) ?? []
      return new Map(
        others.map(({ token }) => [
          token,
          new Set(others.filter((other) => other.token === token).map(({ recipient }) => recipient))
            .size,
        ]),
      )
    })

  const reservesAt = (block: number, { token0, token1 }: Pool) =>
    chain
      .filter(({ number }) => number <= block)
      .flatMap(({ reserves }) => reserves)
      .slice(-1)
      .map((row) => ({ ...row, token0, token1 }))
  return { transactionsOf, heldBy, recipientsOf, reservesAt }
}

export const tokenKinds: readonly Kind[] = [kinds.erc20, kinds.erc721, kinds.erc1155]

const ofTransaction = <row extends { index: number }>(
  rows: readonly row[],
  { index }: Transaction,
) => rows.filter((row) => row.index === index)

function isIn(block: IndexedBlock, transaction: Transaction, account: Hex): boolean {
  const { sender, recipient, created } = transaction
  return (
    [sender, recipient, created].includes(account) ||
    moves(block, transaction, account).length > 0 ||
    hasApproved(block, transaction, account)
  )
}

const moves = (block: IndexedBlock, transaction: Transaction, account: Hex) =>
  ofTransaction(block.transfers, transaction).filter(
    ({ sender, recipient }) => sender === account || recipient === account,
  )

const hasApproved = (block: IndexedBlock, transaction: Transaction, account: Hex) =>
  ofTransaction(block.approvals, transaction).some(({ owner }) => owner === account)

function seenBy(account: Hex, block: IndexedBlock, transaction: Transaction): AccountTransaction {
  return {
    ...transaction,
    minedAt: block.minedAt,
    transfers: moves(block, transaction, account),
    hasApproved: hasApproved(block, transaction, account),
  }
}
