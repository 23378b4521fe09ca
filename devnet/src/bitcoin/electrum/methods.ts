import { acceptTransaction } from '../chain/acceptTransaction.ts'
import { tipOf } from '../chain/createChain.ts'
import type { Chain, Entry } from '../chain/types.ts'
import { merkleProof } from '../esplora/transactionRoutes.ts'
import { Refusal } from '../judge/refusal.ts'
import { showRawTransaction } from '../rpc/showRaw.ts'
import { MalformedError } from '../wire/reader.ts'
import { ElectrumError, readCount, readHash, type ElectrumMethod } from './method.ts'
import { scriptMethods } from './scripts.ts'

/** The version of the protocol. */
const protocolVersion = '1.4'
/** How many headers an answer has at most: those of one period of difficulty. */
const maxHeaders = 2_016
/** Made-up fee rates in bitcoins for 1000 virtual bytes. */
const rates = { estimate: 0.00005, min: 0.00001 }

/** The header of the newest block, as subscribers get it. */
export function newestHeader(chain: Chain) {
  const { height, header } = tipOf(chain)
  return { height, hex: header.toString('hex') }
}

function entryOf(chain: Chain, txid: unknown): Entry {
  const entry = chain.entries.get(readHash(txid))
  if (!entry)
    throw new ElectrumError(
      'daemon error: No such mempool or blockchain transaction. Use gettransaction for wallet transactions.',
      2,
    )
  return entry
}

function headerAt(chain: Chain, height: unknown): string {
  const block = chain.blocks[readCount(height)]
  if (!block) throw new ElectrumError(`height ${String(height)} out of range`)
  return block.header.toString('hex')
}

const serverMethods: Readonly<Record<string, ElectrumMethod>> = {
  'server.version': () => ['Latchkey devnet', protocolVersion],
  'server.banner': () => 'A chain on this machine',
  'server.donation_address': () => '',
  'server.ping': () => null,
  'server.peers.subscribe': () => [],
  'server.features': ({ chain }) => ({
    genesis_hash: chain.blocks[0]?.hash,
    hosts: {},
    protocol_min: protocolVersion,
    protocol_max: protocolVersion,
    server_version: 'Latchkey devnet',
    hash_function: 'sha256',
    pruning: null,
  }),
}

const blockMethods: Readonly<Record<string, ElectrumMethod>> = {
  'blockchain.headers.subscribe'({ chain, subscriptions }) {
    subscriptions.hasHeaders = true
    return newestHeader(chain)
  },
  'blockchain.block.header': ({ chain }, [height]) => headerAt(chain, height),
  'blockchain.block.headers'({ chain }, [start, count]) {
    const first = readCount(start)
    const size = Math.min(readCount(count), maxHeaders)
    const headers = chain.blocks.slice(first, first + size)
    return {
      count: headers.length,
      hex: headers.map(({ header }) => header.toString('hex')).join(''),
      max: maxHeaders,
    }
  },
  'blockchain.relayfee': () => rates.min,
  'blockchain.estimatefee': () => rates.estimate,
  'mempool.get_fee_histogram': () => [],
}

const transactionMethods: Readonly<Record<string, ElectrumMethod>> = {
  'blockchain.transaction.get'({ chain }, [txid, isVerbose]) {
    const entry = entryOf(chain, txid)
    return isVerbose === true
      ? showRawTransaction(chain, entry)
      : entry.transaction.raw.toString('hex')
  },
  'blockchain.transaction.get_merkle'({ chain }, [txid, height]) {
    const proof = merkleProof(chain, entryOf(chain, txid))
    if (proof?.block_height !== readCount(height))
      throw new ElectrumError(`tx ${String(txid)} not in block at height ${String(height)}`)
    return proof
  },
  'blockchain.transaction.id_from_pos'({ chain }, [height, position]) {
    const id = chain.blocks[readCount(height)]?.transactions[readCount(position)]?.txid
    if (id === undefined) throw new ElectrumError(`no tx at position ${String(position)}`)
    return id
  },
  'blockchain.transaction.broadcast'({ chain }, [hex]) {
    if (typeof hex !== 'string' || hex.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(hex))
      throw new ElectrumError('the transaction was rejected by network rules.\n\nTX decode failed')
    try {
      return acceptTransaction(chain, Buffer.from(hex, 'hex')).transaction.txid
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof MalformedError)) throw error
      throw new ElectrumError(
        `the transaction was rejected by network rules.\n\n${error.message}\n[${hex}]`,
      )
    }
  },
}

/** The methods of the Electrum protocol, by name. */
export const electrumMethods: ReadonlyMap<string, ElectrumMethod> = new Map(
  Object.entries({ ...serverMethods, ...blockMethods, ...transactionMethods, ...scriptMethods }),
)
