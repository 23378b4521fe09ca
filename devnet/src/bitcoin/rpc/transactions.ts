import { acceptTransaction } from '../chain/acceptTransaction.ts'
import { scriptOfAddress } from '../chain/addresses.ts'
import { tipOf } from '../chain/createChain.ts'
import { ancestorsOf, coinOf, descendantsOf } from '../chain/mempool.ts'
import type { Chain, Entry } from '../chain/types.ts'
import { codeOf } from '../esplora/broadcast.ts'
import { judge, type Judged } from '../judge/judge.ts'
import { Refusal } from '../judge/refusal.ts'
import { scriptKind } from '../judge/scriptKind.ts'
import { MalformedError } from '../wire/reader.ts'
import { outpointKey, readTransaction } from '../wire/transaction.ts'
import { bitcoins, readHash, readInteger, readVerbosity, type RpcMethod } from './method.ts'
import { RpcError } from './rpcError.ts'
import { showParsed, showRawTransaction, showScript } from './showRaw.ts'

const undecodable = 'TX decode failed. Make sure the tx has at least one input.'
/** How many transactions `testmempoolaccept` judges at once. */
const maxTested = 25

function readHex(value: unknown): Buffer {
  if (typeof value !== 'string' || value.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(value))
    throw new RpcError('deserialize', undecodable)
  return Buffer.from(value, 'hex')
}

function entryOf(chain: Chain, txid: unknown): Entry {
  const entry = chain.entries.get(readHash(txid, 'parameter 1'))
  if (entry) return entry
  throw new RpcError(
    'address',
    'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.',
  )
}

/** Runs a function over a transaction, with bitcoind's errors. */
function withCodes<result>(run: () => result): result {
  try {
    return run()
  } catch (error) {
    if (error instanceof MalformedError) throw new RpcError('deserialize', undecodable)
    if (error instanceof Refusal) throw new RpcError(codeOf(error), error.message)
    throw error
  }
}

function showTested(chain: Chain, raw: Buffer) {
  const { txid, wtxid, vsize } = withCodes(() => readTransaction(raw))
  try {
    const { fee }: Judged = judge(chain, raw)
    return {
      txid,
      wtxid,
      allowed: true,
      vsize,
      fees: {
        base: bitcoins(fee),
        'effective-feerate': bitcoins((Number(fee) * 1_000) / vsize),
        'effective-includes': [wtxid],
      },
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { txid, wtxid, allowed: false, 'reject-reason': error.message }
  }
}

function showWaiting(chain: Chain, entry: Entry) {
  const { transaction, fee, time } = entry
  const ancestors = [...ancestorsOf(chain, transaction)]
  const descendants = [...descendantsOf(chain, entry)]
  const vsizeOf = (entries: readonly Entry[]) =>
    entries.reduce((sum, relative) => sum + relative.transaction.vsize, transaction.vsize)
  const feesOf = (entries: readonly Entry[]) =>
    bitcoins(entries.reduce((sum, relative) => sum + relative.fee, fee))
  return {
    vsize: transaction.vsize,
    weight: transaction.weight,
    time,
    height: tipOf(chain).height,
    descendantcount: descendants.length + 1,
    descendantsize: vsizeOf(descendants),
    ancestorcount: ancestors.length + 1,
    ancestorsize: vsizeOf(ancestors),
    wtxid: transaction.wtxid,
    fees: {
      base: bitcoins(fee),
      modified: bitcoins(fee),
      ancestor: feesOf(ancestors),
      descendant: feesOf(descendants),
    },
    depends: [...new Set(transaction.inputs.map(({ txid }) => txid))].filter((txid) =>
      chain.mempool.has(txid),
    ),
    spentby: [
      ...new Set(
        transaction.outputs.flatMap((_, vout) => {
          const spender = chain.spenders.get(outpointKey({ txid: transaction.txid, vout }))
          return spender === undefined ? [] : [spender]
        }),
      ),
    ],
    'bip125-replaceable': true,
    unbroadcast: false,
  }
}

/** The methods about transactions, and about those that wait. */
export const transactionMethods: Readonly<Record<string, RpcMethod>> = {
  getrawtransaction(chain, [txid, verbosity]) {
    const entry = entryOf(chain, txid)
    const level = readVerbosity(verbosity, 0)
    if (level <= 0) return entry.transaction.raw.toString('hex')
    const isWide = level >= 2 && entry.height !== undefined // as bitcoind, only for blocks
    return showRawTransaction(chain, entry, { hasFee: isWide, hasPrevouts: isWide })
  },
  decoderawtransaction(_, [hex]) {
    const transaction = withCodes(() => readTransaction(readHex(hex)))
    const { hex: _hex, ...shown } = showParsed(
      { transaction, spent: [], fee: 0n, time: 0, height: undefined, position: 1 },
      { hasFee: false },
    )
    return shown
  },
  sendrawtransaction: (chain, [hex]) =>
    withCodes(() => acceptTransaction(chain, readHex(hex)).transaction.txid),
  testmempoolaccept(chain, [list]) {
    if (!Array.isArray(list) || list.length === 0 || list.length > maxTested)
      throw new RpcError('parameter', `Array must contain between 1 and ${maxTested} transactions.`)
    return list.map((hex: unknown) => showTested(chain, readHex(hex)))
  },
  gettxout(chain, [txid, index, isMempool = true]) {
    const outpoint = { txid: readHash(txid, 'txid'), vout: readInteger(index, 'n') }
    const spender = chain.spenders.get(outpointKey(outpoint))
    const coin = isMempool
      ? spender === undefined
        ? coinOf(chain, outpoint)
        : undefined
      : chain.coins.get(outpointKey(outpoint))
    if (!coin) return null
    const tip = tipOf(chain)
    return {
      bestblock: tip.hash,
      confirmations: coin.height === undefined ? 0 : tip.height - coin.height + 1,
      value: bitcoins(coin.value),
      scriptPubKey: showScript(coin.script),
      coinbase: coin.isCoinbase,
    }
  },
  getrawmempool: (chain, [isVerbose]) =>
    isVerbose === true
      ? Object.fromEntries(
          [...chain.mempool].map(([txid, entry]) => [txid, showWaiting(chain, entry)]),
        )
      : [...chain.mempool.keys()],
  getmempoolentry(chain, [txid]) {
    const entry = chain.mempool.get(readHash(txid, 'txid'))
    if (!entry) throw new RpcError('address', 'Transaction not in mempool')
    return showWaiting(chain, entry)
  },
  validateaddress(_, [address]) {
    const script = typeof address === 'string' ? scriptOfAddress(address) : undefined
    if (!script) return { isvalid: false, error_locations: [], error: 'Invalid address' }
    const kind = scriptKind(script)
    return {
      isvalid: true,
      address,
      scriptPubKey: script.toString('hex'),
      isscript: kind === 'p2sh' || kind === 'v0_p2wsh' || kind === 'v1_p2tr',
      iswitness: kind.startsWith('v'),
    }
  },
}
