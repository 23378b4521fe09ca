import { TAPROOT_UNSPENDABLE_KEY } from '@scure/btc-signer'
import { tapLeafHash } from '@scure/btc-signer/payment.js'
import { hash160, pubSchnorr, sha256, taprootTweakPubkey } from '@scure/btc-signer/utils.js'
import { createRandom } from '../../devnet/bake/random.ts'
import { minerScript, payFromFaucet } from '../../devnet/src/bitcoin/chain/faucet.ts'
import { mineBlock } from '../../devnet/src/bitcoin/chain/mineBlock.ts'
import { judge } from '../../devnet/src/bitcoin/judge/judge.ts'
import { scriptOfKind, testKey } from '../../devnet/src/bitcoin/testing/kinds.ts'
import { completeTransaction } from '../../devnet/src/bitcoin/wire/transaction.ts'
import { bakedChain, submitBlocks } from './blocks.mjs'

/** How many programs are made; each is spent from three kinds of output. */
const programs = 170
const value = 20_000n

/** Opcodes: how many items each takes and leaves. Unknown effects are those of failing ones. */
const opcodes = [
  [0x00, 0, 1], // 0
  [0x4f, 0, 1], // -1
  [0x51, 0, 1], // 1
  [0x52, 0, 1], // 2
  [0x60, 0, 1], // 16
  [0x61, 0, 0], // NOP
  [0x69, 1, 0], // VERIFY
  [0x6a, 0, 0], // RETURN
  [0x6b, 1, 0], // TOALTSTACK
  [0x6d, 2, 0], // 2DROP
  [0x6e, 2, 4], // 2DUP
  [0x6f, 3, 6], // 3DUP
  [0x70, 4, 6], // 2OVER
  [0x72, 4, 4], // 2SWAP
  [0x73, 1, 2], // IFDUP
  [0x74, 0, 1], // DEPTH
  [0x75, 1, 0], // DROP
  [0x76, 1, 2], // DUP
  [0x77, 2, 1], // NIP
  [0x78, 2, 3], // OVER
  [0x79, 2, 2], // PICK
  [0x7b, 3, 3], // ROT
  [0x7c, 2, 2], // SWAP
  [0x7d, 2, 3], // TUCK
  [0x7e, 2, 1], // CAT: disabled, or a success in tapscript
  [0x82, 1, 2], // SIZE
  [0x87, 2, 1], // EQUAL
  [0x88, 2, 0], // EQUALVERIFY
  [0x89, 0, 0], // RESERVED1
  [0x8b, 1, 1], // 1ADD
  [0x8f, 1, 1], // NEGATE
  [0x90, 1, 1], // ABS
  [0x91, 1, 1], // NOT
  [0x92, 1, 1], // 0NOTEQUAL
  [0x93, 2, 1], // ADD
  [0x94, 2, 1], // SUB
  [0x9a, 2, 1], // BOOLAND
  [0x9c, 2, 1], // NUMEQUAL
  [0x9f, 2, 1], // LESSTHAN
  [0xa3, 2, 1], // MIN
  [0xa4, 2, 1], // MAX
  [0xa5, 3, 1], // WITHIN
  [0xa6, 1, 1], // RIPEMD160
  [0xa7, 1, 1], // SHA1
  [0xa8, 1, 1], // SHA256
  [0xa9, 1, 1], // HASH160
  [0xaa, 1, 1], // HASH256
  [0xab, 0, 0], // CODESEPARATOR
  [0xac, 2, 1], // CHECKSIG
  [0xb0, 0, 0], // NOP1
  [0xb1, 1, 1], // CHECKLOCKTIMEVERIFY
  [0xb2, 1, 1], // CHECKSEQUENCEVERIFY
  [0xb3, 0, 0], // NOP4
  [0xba, 3, 1], // CHECKSIGADD
  [0xfe, 0, 0], // no opcode, or a success in tapscript
]

/**
 * Programs of any opcodes, as P2SH, P2WSH and tapscript, run in our mempool and in bitcoind.
 * @returns the number of differences
 */
export async function checkScripts({ bitcoind }) {
  const chain = bakedChain()
  const random = createRandom(341)
  const outputs = Array.from({ length: programs }, () =>
    outputsOf(programOf(random), random),
  ).flat()
  for (const output of outputs) {
    const { transaction } = payFromFaucet(chain, output.script, value)
    const vout = transaction.outputs.findIndex(({ script }) => script.equals(output.script))
    output.coin = { txid: transaction.txid, vout }
    if (chain.mempool.size >= 20) mineBlock(chain, { script: minerScript })
  }
  for (let count = 0; count < 4; count += 1) mineBlock(chain, { script: minerScript })
  const refused = await submitBlocks(bitcoind, chain.blocks.slice(1))
  if (refused.length > 0) throw new Error(`bitcoind refused blocks: ${refused.join(', ')}`)
  const rows = {}
  const differences = []
  for (const output of outputs) {
    const raw = spendingOf(output)
    const ours = judgeHere(chain, raw)
    const [answer] = await bitcoind.call('testmempoolaccept', [raw.toString('hex')], 0)
    const row = (rows[output.kind] ??= { programs: 0, accepted: 0, differ: 0 })
    row.programs += 1
    if (answer.allowed) row.accepted += 1
    if ((ours === true) === answer.allowed) continue
    row.differ += 1
    differences.push({
      kind: output.kind,
      program: output.program.toString('hex'),
      items: output.items.map((item) => item.toString('hex')).join(' '),
      ours: String(ours).slice(0, 60),
      theirs: String(answer['reject-reason'] ?? answer.allowed).slice(0, 80),
    })
  }
  console.table(rows)
  if (differences.length > 0) console.table(differences)
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

/** A program that mostly finds what its opcodes take, and leaves one true item. */
function programOf(random) {
  const parts = []
  const argumentCount = Math.floor(random.between(0, 4))
  let depth = argumentCount
  for (let count = random.between(1, 9); count > 0; count -= 1) {
    const fitting = opcodes.filter(([, takes]) => takes <= depth)
    const choices = random.between(0, 1) < 0.92 ? fitting : opcodes
    const [opcode, takes, leaves] = choices[Math.floor(random.between(0, choices.length))]
    parts.push(opcode)
    depth = Math.max(0, depth - takes) + leaves
    if (depth > 0 && random.between(0, 1) < 0.08) {
      parts.push(random.between(0, 1) < 0.5 ? 0x63 : 0x64, 0x51, 0x67, 0x00, 0x68)
      // takes a condition, and leaves an item
    }
  }
  const isClean = random.between(0, 1) < 0.9
  if (isClean) parts.push(...Array.from({ length: depth }, () => 0x75), 0x51)
  return { bytes: Buffer.from(parts), argumentCount }
}

/** The outputs that a program locks, and the arguments that are given to it. */
function outputsOf({ bytes, argumentCount }, random) {
  const items = [
    Buffer.of(),
    Buffer.of(1),
    Buffer.of(2),
    Buffer.of(0x81),
    Buffer.of(0x80),
    Buffer.of(1, 0),
    Buffer.alloc(5, 3),
    Buffer.alloc(32, 7),
    Buffer.from(pubSchnorr(testKey(1))),
  ]
  const list = Array.from(
    { length: argumentCount },
    () => items[Math.floor(random.between(0, items.length))],
  )
  const [key, parity] = taprootTweakPubkey(TAPROOT_UNSPENDABLE_KEY, tapLeafHash(bytes))
  const control = Buffer.concat([Buffer.of(0xc0 | parity), TAPROOT_UNSPENDABLE_KEY])
  const base = { program: bytes, items: list, control }
  // Bitcoin Knots relays no tapscript that runs a condition, with any policy (BIP-110)
  const hasCondition = bytes.includes(0x63) || bytes.includes(0x64)
  const scriptWith = (first, hash, last = []) =>
    Buffer.concat([Buffer.from(first), hash, Buffer.from(last)])
  return [
    { ...base, kind: 'p2sh', script: scriptWith([0xa9, 20], hash160(bytes), [0x87]) },
    { ...base, kind: 'p2wsh', script: scriptWith([0x00, 32], sha256(bytes)) },
    ...(hasCondition ? [] : [{ ...base, kind: 'tapscript', script: scriptWith([0x51, 32], key) }]),
  ]
}

/** Writes data in the shortest form that scripts push it. */
function push(data) {
  if (data.length === 0) return Buffer.of(0)
  if (data.length === 1 && data[0] >= 1 && data[0] <= 16) return Buffer.of(0x50 + data[0])
  if (data.length === 1 && data[0] === 0x81) return Buffer.of(0x4f)
  return Buffer.concat([Buffer.from(data.length <= 75 ? [data.length] : [0x4c, data.length]), data])
}

function spendingOf({ kind, coin, items, program, control }) {
  const isLegacy = kind === 'p2sh'
  const witness = kind === 'p2wsh' ? [...items, program] : [...items, program, control]
  return completeTransaction({
    version: 2,
    lockTime: 0,
    inputs: [
      {
        ...coin,
        script: isLegacy ? Buffer.concat([...items, program].map(push)) : Buffer.of(),
        sequence: 1,
        witness: isLegacy ? [] : witness,
      },
    ],
    outputs: [{ script: scriptOfKind('p2wpkh'), value: value - 1_000n }],
  }).raw
}
