import { fromBase58 } from '@latchkey/protocol/base58'
import type { Connection, ParsedBlockResponse, PublicKey } from '@solana/web3.js'
import type { AccountTransaction } from '../chainIndex/chainIndex.ts'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'

/** A transaction that the node has parsed, with the time of its block. */
export type ScannedTransaction = ParsedBlockResponse['transactions'][number] & { blockTime: number }

/**
 * How a transaction has changed an account: the changes by token. The change of the coin is under
 * 0xeeee…, without the fee.
 */
export type Effect = {
  hash: string
  isOwn: boolean
  fee: bigint
  succeeded: boolean
  minedAt: number
  changes: ReadonlyMap<string, bigint>
}

const hexOf = (text: string) => `0x${Buffer.from(fromBase58(text)).toString('hex')}`

/**
 * The transactions of a chain that concern an account, with their effects, newest first. They come
 * from the node's parsed transactions and from the balances before and after, so they do not depend
 * on the indexer.
 */
export function effectsOf(
  account: PublicKey,
  transactions: readonly ScannedTransaction[],
): Effect[] {
  return transactions
    .map(({ transaction, meta, blockTime }): Effect => {
      if (!meta) throw new Error('A transaction without a result')
      const keys = transaction.message.accountKeys.map(({ pubkey }) => pubkey.toBase58())
      const place = keys.indexOf(account.toBase58())
      const isOwn = place === 0
      const changes = new Map<string, bigint>()
      const add = (token: string, amount: bigint) =>
        void changes.set(token, (changes.get(token) ?? 0n) + amount)
      if (place >= 0)
        add(
          nativeTokenAddress,
          BigInt(meta.postBalances[place] ?? 0) -
            BigInt(meta.preBalances[place] ?? 0) +
            (isOwn ? BigInt(meta.fee) : 0n),
        )
      for (const [list, sign] of [
        [meta.preTokenBalances, -1n],
        [meta.postTokenBalances, 1n],
      ] as const) {
        for (const { owner, mint, uiTokenAmount } of list ?? [])
          if (owner === account.toBase58()) add(hexOf(mint), sign * BigInt(uiTokenAmount.amount))
      }
      return {
        hash: hexOf(transaction.signatures[0] ?? ''),
        isOwn,
        fee: BigInt(meta.fee),
        succeeded: meta.err === null,
        minedAt: blockTime,
        changes: withoutNothing(changes),
      }
    })
    .toReversed()
}

/** The same effects from the index, as the sums of its transfers. */
export function effectsIndexed(
  account: string,
  transactions: readonly AccountTransaction[],
): Effect[] {
  return transactions.map(({ hash, sender, fee, succeeded, minedAt, transfers }) => {
    const changes = new Map<string, bigint>()
    for (const { token, amount, ...one } of transfers)
      changes.set(
        token,
        (changes.get(token) ?? 0n) +
          (one.recipient === account ? amount : 0n) -
          (one.sender === account ? amount : 0n),
      )
    return {
      hash,
      isOwn: sender === account,
      fee,
      succeeded,
      minedAt,
      changes: withoutNothing(changes),
    }
  })
}

/**
 * Whether a transaction is the account's own, or has changed its balances. Every reader has to find
 * such a transaction.
 */
export const hasEffect = ({ isOwn, changes }: Effect): boolean => isOwn || changes.size > 0

const withoutNothing = (changes: ReadonlyMap<string, bigint>) =>
  new Map(
    [...changes]
      .filter(([, amount]) => amount !== 0n)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )

/**
 * Reads the transactions of all confirmed blocks from a slot on, in the order of execution. `next`:
 * the slot after them.
 */
export async function readBlocks(
  connection: Connection,
  first: number,
): Promise<{ transactions: ScannedTransaction[]; next: number }> {
  const slots = await connection.getBlocks(first, undefined, 'confirmed')
  const transactions: ScannedTransaction[] = []
  for (const slot of slots) {
    const block = await connection.getParsedBlock(slot, {
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 0,
    })
    // web3.js gives this method the type of another method's answer
    transactions.push(
      ...(block as unknown as ParsedBlockResponse).transactions.map((transaction) => ({
        ...transaction,
        blockTime: block.blockTime ?? 0,
      })),
    )
  }
  return { transactions, next: (slots.at(-1) ?? first - 1) + 1 }
}
