import { isDeepStrictEqual } from 'node:util'
import { tipOf } from '../../devnet/src/bitcoin/chain/createChain.ts'
import { payFromFaucet } from '../../devnet/src/bitcoin/chain/faucet.ts'
import { answerRpc } from '../../devnet/src/bitcoin/rpc/answerRpc.ts'
import { scriptKinds, scriptOfKind } from '../../devnet/src/bitcoin/testing/kinds.ts'
import { bakedChain, submitBlocks } from './blocks.mjs'

/** How many differences are printed. */
const shown = 12

/**
 * The answers of our JSON-RPC have to be those of bitcoind, but for fields that we leave out.
 * @returns the number of differences
 */
export async function checkRpc({ bitcoind }) {
  const chain = bakedChain()
  await submitBlocks(bitcoind, chain.blocks.slice(1))
  for (const kind of Object.keys(scriptKinds)) {
    const { transaction } = payFromFaucet(chain, scriptOfKind(kind), 50_000n)
    await bitcoind.call('sendrawtransaction', transaction.raw.toString('hex'))
  }
  const differences = []
  let calls = 0
  for (const [method, ...params] of callsOf(chain)) {
    calls += 1
    const { result, error } = here(chain, method, params)
    const theirs = await bitcoind.call(method, ...params).then(
      (value) => ({ result: value }),
      ({ code }) => ({ code }),
    )
    const path = error
      ? theirs.code === error.code
        ? undefined
        : `code ${error.code}, not ${theirs.code}`
      : 'code' in theirs
        ? `an answer, not code ${theirs.code}`
        : differenceOf(result, theirs.result)
    if (path !== undefined) differences.push(`${method} ${JSON.stringify(params)}: ${path}`)
  }
  console.log(`rpc: ${calls} calls, ${differences.length} differ`)
  for (const line of differences.slice(0, shown)) console.log(`  ${line}`)
  return differences.length
}

const here = (chain, method, params) =>
  JSON.parse(
    JSON.stringify(
      answerRpc(chain, JSON.stringify({ method, params }), (error) => {
        throw error
      }).body,
    ),
  )

function* callsOf(chain) {
  yield ['getblockcount']
  yield ['getbestblockhash']
  yield ['getblockhash', 9_999_999]
  yield ['getblock', '00'.repeat(32)]
  yield ['getrawtransaction', '11'.repeat(32)]
  yield ['getchaintips']
  yield ['getblockchaininfo']
  yield ['getrawtransaction', 'zz']
  yield ['sendrawtransaction', '00']
  for (const { height, hash, transactions } of chain.blocks) {
    yield ['getblockhash', height]
    if (height === 0) continue
    yield ['getblockheader', hash]
    yield ['getblockheader', hash, false]
    for (const verbosity of [0, 1, 2, 3]) yield ['getblock', hash, verbosity]
    for (const { txid, raw, outputs } of transactions) {
      for (const verbosity of [0, 1, 2]) yield ['getrawtransaction', txid, verbosity]
      yield ['decoderawtransaction', raw.toString('hex')]
      for (const vout of outputs.keys()) yield ['gettxout', txid, vout]
    }
  }
  for (const txid of chain.mempool.keys()) {
    for (const verbosity of [0, 1, 2]) yield ['getrawtransaction', txid, verbosity]
    yield ['getmempoolentry', txid]
    yield ['gettxout', txid, 0]
    yield ['gettxout', txid, 0, false]
  }
  for (const kind of Object.keys(scriptKinds))
    yield ['validateaddress', scriptKinds[kind].payment.address]
  yield ['getblockhash', tipOf(chain).height + 1]
}

/** Fields that depend on the machine, or that we leave out. */
const ignored = new Set([
  'time',
  'desc',
  'unbroadcast',
  'size_on_disk',
  'warnings',
  'verificationprogress',
  'initialblockdownload',
  'in_active_chain',
])

/** Where two answers differ. Undefined if ours has nothing that theirs has otherwise. */
function differenceOf(ours, theirs, path = '') {
  if (Array.isArray(ours) && Array.isArray(theirs) && ours.length === theirs.length) {
    for (const [index, item] of ours.entries()) {
      const found = differenceOf(item, theirs[index], `${path}[${index}]`)
      if (found !== undefined) return found
    }
    return undefined
  }
  if (isObject(ours) && isObject(theirs)) {
    for (const key of Object.keys({ ...ours, ...(path === '' ? {} : theirs) })) {
      if (ignored.has(key)) continue
      const found = differenceOf(ours[key], theirs[key], `${path}.${key}`)
      if (found !== undefined) return found
    }
    return undefined
  }
  return isDeepStrictEqual(ours, theirs)
    ? undefined
    : `${path}: ${JSON.stringify(ours)?.slice(0, 90)}, not ${JSON.stringify(theirs)?.slice(0, 90)}`
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
