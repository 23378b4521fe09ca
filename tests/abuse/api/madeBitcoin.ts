import { createHash } from 'node:crypto'
import { bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { completeTransaction } from '../../../devnet/src/bitcoin/wire/transaction.ts'
import { NodeError, type Answers } from './startNode.ts'

export const madeBitcoinNetwork = bitcoinRegtestId

/** The hash of the first block of a regtest, by which a node shows its chain. */
const genesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'
/** The account of the chain, and its output script. Source: the key of BIP-173's examples */
const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const script = '0014751e76e8199196d454941c45d1b3a323f1433bd6'
const foreignScript = `0014${'b2'.repeat(20)}`
const satoshi = { paid: 1_000, fee: 200 }
/** Maximum of transactions on a page of an Esplora. */
const pageRows = 25

const hashOf = (...parts: readonly unknown[]) =>
  createHash('sha256').update(parts.join()).digest('hex')

/** The only transaction of a block: another account pays the account. */
function paymentOf(height: number, tag: number, blockHash: string) {
  const coin = { txid: hashOf('coin', height, tag), vout: 0 }
  const { txid, weight, raw } = completeTransaction({
    version: 2,
    inputs: [{ ...coin, script: Buffer.alloc(0), sequence: 0xffff_fffd, witness: [] }],
    outputs: [{ value: BigInt(satoshi.paid), script: Buffer.from(script, 'hex') }],
    lockTime: 0,
  })
  return {
    txid,
    version: 2,
    locktime: 0,
    vin: [
      {
        ...coin,
        prevout: { scriptpubkey: foreignScript, value: satoshi.paid + satoshi.fee },
        scriptsig: '',
        is_coinbase: false,
        sequence: 0xffff_fffd,
      },
    ],
    vout: [{ scriptpubkey: script, value: satoshi.paid }],
    size: raw.length,
    weight,
    fee: satoshi.fee,
    status: {
      confirmed: true,
      block_height: height,
      block_hash: blockHash,
      block_time: 1_600_000_000 + height,
    },
  }
}

/**
 * Makes a Bitcoin chain of `blocks` blocks, and an Esplora's answers about it. Every block except
 * the first has one payment to the account. Another `salt` makes other blocks from block `fork` on.
 */
export function createMadeBitcoin(
  blocks: number,
  { salt = 0, fork = 1 }: { salt?: number; fork?: number } = {},
) {
  const tagOf = (height: number) => (height >= fork ? 1 + salt : 1)
  const blockHash = (height: number) =>
    height === 0 ? genesis : hashOf('block', height, tagOf(height))
  /** The newest first. */
  const transactions = Array.from({ length: blocks - 1 }, (_, back) => {
    const height = blocks - 1 - back
    return paymentOf(height, tagOf(height), blockHash(height))
  })
  const isOwn = (text: unknown) => String(text).toLowerCase() === address
  const none = { funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0 }
  const notFound = new NodeError({ code: 404, message: 'Not found' })
  const answers: Answers = {
    tipHeight: () => blocks - 1,
    blockHash: ([height]) => (Number(height) < blocks ? blockHash(Number(height)) : notFound),
    address: ([text]) => ({
      address: text,
      chain_stats: {
        ...none,
        ...(isOwn(text) && {
          funded_txo_count: transactions.length,
          funded_txo_sum: transactions.length * satoshi.paid,
        }),
        tx_count: isOwn(text) ? transactions.length : 0,
      },
      mempool_stats: { ...none, tx_count: 0 },
    }),
    newest: ([text]) => (isOwn(text) ? transactions.slice(0, pageRows) : []),
    confirmed: ([text, last]) => {
      if (!isOwn(text)) return []
      const start = transactions.findIndex(({ txid }) => txid === last) + 1
      return transactions.slice(start, start + pageRows)
    },
    transaction: ([txid]) => transactions.find((found) => found.txid === txid) ?? notFound,
  }
  return { answers, payments: transactions.map(({ txid }) => txid), sender: address }
}

/** The chain in the API's options. */
export function madeBitcoinAt(urls: readonly string[]) {
  return {
    networkId: madeBitcoinNetwork,
    name: 'Bitcoin',
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: urls,
  }
}
