import { medianTime, tipOf } from '../chain/createChain.ts'
import type { Chain } from '../chain/types.ts'
import { writeBlock, type Block } from '../wire/block.ts'
import { varInt } from '../wire/write.ts'
import { readHash, readInteger, readVerbosity, type RpcMethod } from './method.ts'
import { RpcError } from './rpcError.ts'
import { showParsed } from './showRaw.ts'

/** The target of regtest in relation to the easiest target of the main network. */
export const difficulty = 4.656_542_373_906_925e-10
/** How many hashes a block of regtest takes on average. */
const blockWork = 2

/** The work of all blocks up to a height, as bitcoind writes it. */
export const chainWork = (height: number): string =>
  (blockWork * (height + 1)).toString(16).padStart(64, '0')

function blockOf(chain: Chain, hash: unknown): Block {
  const block = chain.blocks[chain.heights.get(readHash(hash, 'blockhash')) ?? -1]
  if (!block) throw new RpcError('address', 'Block not found')
  return block
}

function showHeader(chain: Chain, block: Block) {
  const { hash, height, version, merkleRoot, time, nonce, bits, previous, transactions } = block
  const next = chain.blocks[height + 1]
  return {
    hash,
    confirmations: tipOf(chain).height - height + 1,
    height,
    version,
    versionHex: version.toString(16).padStart(8, '0'),
    merkleroot: merkleRoot,
    time,
    mediantime: medianTime(chain, height),
    nonce,
    bits: bits.toString(16).padStart(8, '0'),
    difficulty,
    chainwork: chainWork(height),
    nTx: Math.max(1, transactions.length),
    ...(height > 0 && { previousblockhash: previous }),
    ...(next && { nextblockhash: next.hash }),
  }
}

/** Shows a block: its ids, its transactions, or also the outputs that they spend. */
function showBlock(chain: Chain, block: Block, verbosity: number) {
  const { header, transactions } = block
  const weights = transactions.reduce((sum, { weight }) => sum + weight, 0)
  const size = writeBlock(block).length
  const frame = header.length + varInt(transactions.length).length
  const weight = weights + frame * 4
  return {
    ...showHeader(chain, block),
    strippedsize: (weight - size) / 3,
    size,
    weight,
    tx: transactions.map(({ txid }) => {
      const entry = chain.entries.get(txid)
      return verbosity === 1 || !entry ? txid : showParsed(entry, { hasPrevouts: verbosity >= 3 })
    }),
  }
}

/** The methods about blocks. */
export const blockMethods: Readonly<Record<string, RpcMethod>> = {
  getblockcount: (chain) => tipOf(chain).height,
  getbestblockhash: (chain) => tipOf(chain).hash,
  getdifficulty: () => difficulty,
  getblockhash(chain, [height]) {
    const block = chain.blocks[readInteger(height, 'height')]
    if (!block) throw new RpcError('parameter', 'Block height out of range')
    return block.hash
  },
  getblockheader(chain, [hash, isVerbose]) {
    const block = blockOf(chain, hash)
    return isVerbose === false ? block.header.toString('hex') : showHeader(chain, block)
  },
  getblock(chain, [hash, verbosity]) {
    const block = blockOf(chain, hash)
    const level = readVerbosity(verbosity, 1)
    return level <= 0 ? writeBlock(block).toString('hex') : showBlock(chain, block, level)
  },
  getblockchaininfo(chain) {
    const { height, hash, time, bits } = tipOf(chain)
    return {
      chain: 'regtest',
      blocks: height,
      headers: height,
      bestblockhash: hash,
      bits: bits.toString(16).padStart(8, '0'),
      target: '7fffff'.padEnd(64, '0'),
      difficulty,
      time,
      mediantime: medianTime(chain),
      verificationprogress: 1,
      initialblockdownload: false,
      chainwork: chainWork(height),
      size_on_disk: 0,
      pruned: false,
      warnings: [],
    }
  },
  getchaintips: (chain) => [
    { height: tipOf(chain).height, hash: tipOf(chain).hash, branchlen: 0, status: 'active' },
  ],
}
