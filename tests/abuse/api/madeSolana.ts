import { toBase58 } from '@latchkey/protocol/base58'
import type { Answers } from './startNode.ts'

const bytes = (length: number, number: number, tag: number) => {
  const made = Buffer.alloc(length, tag)
  made.writeDoubleBE(number, length - 8)
  return toBase58(made)
}
const genesis = bytes(32, 0, 9)
/** CAIP-2: the first 32 characters of the hash of the first block. */
export const madeSolanaNetwork = `solana:${genesis.slice(0, 32)}`

const [sender, recipient, system] = [bytes(32, 1, 161), bytes(32, 2, 178), '1'.repeat(32)]
const lamports = { before: 1_000, fee: 5, paid: 1 }

/** The only transaction of a block. */
const paymentOf = (signature: string) => ({
  transaction: {
    signatures: [signature],
    message: {
      accountKeys: [sender, recipient, system],
      instructions: [
        {
          programIdIndex: 2,
          accounts: [0, 1],
          data: toBase58(Uint8Array.of(2, 0, 0, 0, lamports.paid, 0, 0, 0, 0, 0, 0, 0)),
        },
      ],
    },
  },
  meta: {
    err: null,
    fee: lamports.fee,
    preBalances: [lamports.before, 7, 1],
    postBalances: [lamports.before - lamports.fee - lamports.paid, 7 + lamports.paid, 1],
  },
})

/**
 * Makes a Solana chain of `blocks` blocks, and a node's answers about it. Every block except the
 * first has one payment. Another `salt` makes other blocks from block `fork` on.
 */
export function createMadeSolana(
  blocks: number,
  { salt = 0, fork = 1 }: { salt?: number; fork?: number } = {},
) {
  const tagOf = (number: number) => (number >= fork ? 1 + salt : 1)
  const hashOf = (number: number) => (number === 0 ? genesis : bytes(32, number, tagOf(number)))
  const signatureOf = (number: number) => bytes(64, number, tagOf(number))
  const blockAt = (number: number, isFull: boolean) => ({
    blockhash: hashOf(number),
    previousBlockhash: hashOf(Math.max(0, number - 1)),
    parentSlot: Math.max(0, number - 1),
    blockTime: 1_600_000_000 + number,
    ...(isFull && { transactions: number === 0 ? [] : [paymentOf(signatureOf(number))] }),
  })
  const between = (first: number, last: number) =>
    Array.from(
      { length: Math.max(0, Math.min(last, blocks - 1) - first + 1) },
      (_, index) => first + index,
    )
  const answers: Answers = {
    getGenesisHash: () => genesis,
    getHealth: () => 'ok',
    getSlot: () => blocks - 1,
    getBlocks: ([first, last]) => between(Number(first), Number(last)),
    getBlocksWithLimit: ([first, count]) =>
      between(Number(first), Number(first) + Number(count) - 1),
    getBlock: ([slot, config]) =>
      Number(slot) < blocks
        ? blockAt(
            Number(slot),
            (config as { transactionDetails?: string }).transactionDetails !== 'none',
          )
        : null, // the API always sends such a config
    getBalance: () => ({ context: { slot: blocks - 1 }, value: lamports.before }),
    getTokenAccountsByOwner: () => ({ context: { slot: blocks - 1 }, value: [] }),
    getMultipleAccounts: ([addresses]) => ({
      context: { slot: blocks - 1 },
      value: (addresses as readonly unknown[]).map(() => null),
    }), // the API sends a list of addresses
  }
  /** The signatures of all payments, the newest first. */
  const payments = Array.from({ length: blocks - 1 }, (_, back) => signatureOf(blocks - 1 - back))
  return { answers, payments, sender, signatureOf }
}

/** The chain in the API's options. */
export function madeSolanaAt(urls: readonly string[], more: object = {}) {
  return {
    networkId: madeSolanaNetwork,
    name: 'Solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: urls,
    tokens: [],
    ...more,
  }
}
