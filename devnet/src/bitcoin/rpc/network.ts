import { tipOf } from '../chain/createChain.ts'
import { feeEstimates } from '../esplora/mempoolRoutes.ts'
import { minFeeRate } from '../judge/judge.ts'
import { difficulty } from './blocks.ts'
import { bitcoins, readInteger, type RpcMethod } from './method.ts'
import { RpcError } from './rpcError.ts'

/** How many blocks a fee may wait, at most. */
const maxTarget = 1_008
/** bitcoind's version whose answers these are, as it numbers them. */
const version = 290_000
/** The smallest fee in bitcoins for 1000 virtual bytes. */
const minFee = bitcoins(minFeeRate * 1_000n)

/** The methods about the node, its mempool and fees. */
export const networkMethods: Readonly<Record<string, RpcMethod>> = {
  getnetworkinfo: () => ({
    version,
    subversion: '/Latchkey devnet/',
    protocolversion: 70_016,
    localservices: '0000000000000000',
    localservicesnames: [],
    localrelay: true,
    timeoffset: 0,
    networkactive: false,
    connections: 0,
    connections_in: 0,
    connections_out: 0,
    networks: [],
    relayfee: minFee,
    incrementalfee: minFee,
    localaddresses: [],
    warnings: [],
  }),
  getpeerinfo: () => [],
  getconnectioncount: () => 0,
  getindexinfo: (chain) => ({
    txindex: { synced: true, best_block_height: tipOf(chain).height },
  }),
  getmininginfo: (chain) => ({
    blocks: tipOf(chain).height,
    bits: tipOf(chain).bits.toString(16).padStart(8, '0'),
    difficulty,
    pooledtx: chain.mempool.size,
    chain: 'regtest',
    warnings: [],
  }),
  getmempoolinfo(chain) {
    const entries = [...chain.mempool.values()]
    const sum = (valueOf: (entry: (typeof entries)[number]) => number) =>
      entries.reduce((total, entry) => total + valueOf(entry), 0)
    return {
      loaded: true,
      size: entries.length,
      bytes: sum(({ transaction }) => transaction.vsize),
      usage: sum(({ transaction }) => transaction.raw.length),
      total_fee: bitcoins(sum(({ fee }) => Number(fee))),
      maxmempool: 300_000_000,
      mempoolminfee: minFee,
      minrelaytxfee: minFee,
      incrementalrelayfee: minFee,
      unbroadcastcount: 0,
      fullrbf: true,
    }
  },
  estimatesmartfee(_, [target]) {
    const blocks = readInteger(target, 'conf_target')
    if (blocks < 1 || blocks > maxTarget)
      throw new RpcError('parameter', `Invalid conf_target, must be between 1 and ${maxTarget}`)
    const known = Object.keys(feeEstimates).map(Number)
    const nearest = Math.max(...known.filter((candidate) => candidate <= blocks))
    const rate = feeEstimates[nearest] ?? 1
    return { feerate: bitcoins(Math.round(rate * 1_000)), blocks }
  },
}
