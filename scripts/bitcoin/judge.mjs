import { acceptTransaction } from '../../devnet/src/bitcoin/chain/acceptTransaction.ts'
import { tipOf } from '../../devnet/src/bitcoin/chain/createChain.ts'
import { minerScript, payFromFaucet } from '../../devnet/src/bitcoin/chain/faucet.ts'
import { unspentOf } from '../../devnet/src/bitcoin/chain/history.ts'
import { mineBlock } from '../../devnet/src/bitcoin/chain/mineBlock.ts'
import { judge } from '../../devnet/src/bitcoin/judge/judge.ts'
import { scriptKinds, scriptOfKind, spend } from '../../devnet/src/bitcoin/testing/kinds.ts'
import { scriptHashOf } from '../../devnet/src/bitcoin/wire/hash.ts'
import { completeTransaction, readTransaction } from '../../devnet/src/bitcoin/wire/transaction.ts'
import { createRandom } from '../../devnet/bake/random.ts'
import { bakedChain, submitBlocks } from './blocks.mjs'
import { mempoolCases } from './mempoolCases.mjs'

/** How many transactions of each kind have a changed bit. */
const changedBits = 60
const value = 1_000_000n

/**
 * The same transactions, good and broken, are judged by our mempool and by `testmempoolaccept`.
 * @returns the number of differences
 */
export async function checkJudgements({ bitcoind }) {
  const chain = bakedChain()
  for (const kind of Object.keys(scriptKinds))
    for (let count = 0; count < 3; count += 1) payFromFaucet(chain, scriptOfKind(kind), value)
  for (let count = 0; count < 12; count += 1) payFromFaucet(chain, scriptOfKind('p2wpkh'), value)
  const mine = () => mineBlock(chain, { script: minerScript })
  mine()
  mine()
  const refused = await submitBlocks(bitcoind, chain.blocks.slice(1))
  if (refused.length > 0) throw new Error(`bitcoind refused blocks: ${refused.join(', ')}`)
  const random = createRandom(7)
  const differences = []
  const rows = {}
  const compare = async (name, label, raw) => {
    const [ours, theirs] = [judgeHere(chain, raw), await judgeThere(bitcoind, raw)]
    rows[name] ??= { cases: 0, accepted: 0, differ: 0, 'same words': 0 }
    rows[name].cases += 1
    if (theirs === true) rows[name].accepted += 1
    if (ours !== true && String(theirs).startsWith(String(ours).split(' (')[0]))
      rows[name]['same words'] += 1
    if ((ours === true) === (theirs === true)) return
    rows[name].differ += 1
    differences.push({
      name,
      label,
      ours: String(ours).slice(0, 60),
      theirs: String(theirs).slice(0, 60),
    })
  }
  for (const kind of Object.keys(scriptKinds))
    for (const [label, raw] of casesOf(chain, kind, random)) await compare(kind, label, raw)
  for (const { label, raw, before } of mempoolCases(chain)) {
    for (const waiting of before ?? []) {
      acceptTransaction(chain, waiting)
      await bitcoind.call('sendrawtransaction', waiting.toString('hex'), 0)
    }
    await compare('mempool', label, raw)
  }
  console.table(rows)
  if (differences.length > 0) console.table(differences)
  console.log(`judged at height ${tipOf(chain).height}, ${differences.length} differ`)
  return differences.length
}

function judgeHere(chain, raw) {
  try {
    judge(chain, raw)
    return true
  } catch (error) {
    return error.message
  }
}

async function judgeThere({ call }, raw) {
  try {
    const [answer] = await call('testmempoolaccept', [raw.toString('hex')], 0)
    return answer.allowed || answer['reject-reason']
  } catch (error) {
    return error.message
  }
}

/** Transactions that spend a coin of one kind: good ones, ones at each limit, and changed ones. */
function* casesOf(chain, kind, random) {
  const coins = unspentOf(chain, scriptHashOf(scriptOfKind(kind)))
  const [coin] = coins
  const make = (options) => spend(chain, kind, [coin], options)
  const own = scriptOfKind('p2wpkh')
  const good = make()
  yield ['good', good]
  yield ['two inputs', spend(chain, kind, coins.slice(0, 2))]
  for (const fee of [0n, 50n, 100n, 150n, 200n, 300n]) yield [`fee ${fee}`, make({ fee })]
  for (const version of [1, 2, 3]) yield [`version ${version}`, make({ version })]
  for (const version of [0, 4, 255]) yield [`version ${version}`, withVersion(good, version)]
  for (const lockTime of [
    1,
    tipOf(chain).height,
    tipOf(chain).height + 1,
    1_700_000_000,
    4_000_000_000,
  ])
    yield [`lock ${lockTime}`, make({ lockTime, sequence: 0 })]
  for (const sequence of [1, 2, 3, 5, 50_000, 0x40_0000, 0x40_0001, 0x40_ffff, 0x8000_0005])
    yield [`sequence ${sequence}`, make({ sequence })]
  for (const sighash of [1, 2, 3, 0x81, 0x82, 0x83]) yield [`sighash ${sighash}`, make({ sighash })]
  for (const script of [own, ...Object.keys(scriptKinds).map(scriptOfKind)])
    for (const small of [200n, 293n, 294n, 329n, 330n, 539n, 540n, 545n, 546n])
      yield [
        `${script.length} bytes with ${small}`,
        make({
          outputs: [
            { script, value: small },
            { script: own, value: value - small - 2_000n },
          ],
        }),
      ]
  for (const size of [1, 40, 80, 81, 200])
    yield [
      `data of ${size}`,
      make({ outputs: [dataOutput(size), { script: own, value: value - 5_000n }] }),
    ]
  yield [
    '100 outputs',
    make({ outputs: Array.from({ length: 100 }, () => ({ script: own, value: 9_000n })) }),
  ]
  yield [
    'a script without a form',
    make({ outputs: [{ script: Buffer.from('51', 'hex'), value: 900_000n }] }),
  ]
  yield [
    'an unknown witness',
    make({ outputs: [{ script: Buffer.from('5202abcd', 'hex'), value: 900_000n }] }),
  ]
  yield [
    'an anchor',
    make({ outputs: [{ script: Buffer.from('51024e73', 'hex'), value: 900_000n }] }),
  ]
  yield ['an extra push', withUnlock(good, { push: true })]
  yield ['an extra witness item', withUnlock(good, { item: true })]
  yield ['no unlocking', withUnlock(good, { isEmpty: true })]
  yield ['cut', good.subarray(0, -1)]
  yield ['padded', Buffer.concat([good, Buffer.from([0])])]
  for (let count = 0; count < changedBits; count += 1) {
    const changed = Buffer.from(good)
    const at = Math.floor(random.between(0, changed.length))
    changed.writeUInt8(changed.readUInt8(at) ^ (1 << Math.floor(random.between(0, 8))), at)
    yield [`bit at ${at}`, changed]
  }
}

function withVersion(raw, version) {
  const changed = Buffer.from(raw)
  changed.writeUInt8(version, 0)
  return changed
}

/** Changes what unlocks the input, which no signature covers. */
function withUnlock(raw, { push = false, item = false, isEmpty = false }) {
  const { inputs, ...rest } = readTransaction(raw)
  const changed = inputs.map(({ script, witness, ...input }) => ({
    ...input,
    script: isEmpty ? Buffer.of() : push ? Buffer.concat([Buffer.of(0x51), script]) : script,
    witness: isEmpty ? [] : item ? [Buffer.of(1), ...witness] : witness,
  }))
  return completeTransaction({ ...rest, inputs: changed }).raw
}

function dataOutput(size) {
  const push = size <= 75 ? [size] : [0x4c, size]
  return { script: Buffer.concat([Buffer.from([0x6a, ...push]), Buffer.alloc(size, 7)]), value: 0n }
}
