import fc from 'fast-check'
import { wait } from '@latchkey/server/waiting'
import { attackedChain, attackedNumber, chainAt } from '../api/chains.ts'
import { createMadeChain } from '../api/madeChain.ts'
import { createMadeBitcoin, madeBitcoinAt, madeBitcoinNetwork } from '../api/madeBitcoin.ts'
import { createMadeSolana, madeSolanaAt, madeSolanaNetwork } from '../api/madeSolana.ts'
import { startEsplora } from '../api/startEsplora.ts'
import { startNode, type Answers, type Node } from '../api/startNode.ts'
import type { Scene, Stage } from '../scene.ts'
import type { Target } from '../target.ts'

/** Values that are wrong for every field of a block. */
const wrong: readonly unknown[] = [
  { toString: 1 },
  { length: 1e9 },
  [],
  [[]],
  {},
  true,
  -1,
  1e21,
  '',
  '0x',
  '0xg',
  'zz',
  '0x1.5',
  '-0x1',
  `0x${'f'.repeat(65)}`,
  '\ud800',
  ['0x1'],
  'x'.repeat(100_000),
  [null],
]
/**
 * Milliseconds: how long a node sends invalid answers, and how long until the index has to be
 * correct again.
 */
const [nonsense, patience] = [300, 10_000]
type Place = { method: string; place: number; value: unknown }

/** A chain of `blocks` blocks with one payment each. */
type Made = { answers: Answers; payments: readonly string[]; sender: string }
/**
 * One kind of chain. `free`: fields that are optional, unused, or impossible to check. All other
 * fields must be correct.
 */
type Kind = {
  networkId: string
  make: (blocks: number) => Made
  start: (answersOf: () => Answers) => Promise<Node>
  optionsAt: (url: string) => object
  methods: readonly string[]
  free: ReadonlySet<string>
}

const index = { pollEvery: 50 }
const startRpc: Kind['start'] = (answersOf) => startNode(attackedNumber, answersOf)
const evm: Kind = {
  networkId: attackedChain,
  make: (blocks) => {
    const { answers, hashOf, sender } = createMadeChain(blocks)
    return {
      answers,
      sender,
      payments: Array.from({ length: blocks }, (_, back) => hashOf(blocks - 1 - back, 0)),
    }
  },
  start: startRpc,
  optionsAt: (url) => chainAt(attackedChain, [url], { index }),
  methods: [
    'eth_getBlockByNumber',
    'eth_getBlockReceipts',
    'eth_blockNumber',
    'trace_block',
    'eth_syncing',
  ],
  free: new Set([
    'contractAddress',
    'to',
    'status',
    'effectiveGasPrice',
    'blockHash',
    'logs',
    'transactionIndex',
    'input',
  ]),
}
const solana: Kind = {
  networkId: madeSolanaNetwork,
  make: createMadeSolana,
  start: startRpc,
  optionsAt: (url) => madeSolanaAt([url], { index }),
  methods: ['getBlock', 'getBlocks', 'getBlocksWithLimit', 'getSlot', 'getHealth'],
  free: new Set(['transactions', 'instructions', 'accounts', 'data', 'err']),
}
const bitcoin: Kind = {
  networkId: madeBitcoinNetwork,
  make: createMadeBitcoin,
  start: startEsplora,
  optionsAt: (url) => madeBitcoinAt([url]),
  methods: ['tipHeight', 'blockHash', 'address', 'newest', 'confirmed'],
  free: new Set(['address', 'size', 'weight', 'funded_txo_count', 'spent_txo_count']),
}

/**
 * Replaces one value in a copy of the answer. `place` is an index in the list of all members of the
 * answer, at any depth, without those of `free`. After the last member, counting continues with the
 * first.
 */
function corrupt(answer: unknown, { place, value }: Place, free: ReadonlySet<string>): unknown {
  const places: { of: Record<string, unknown>; key: string }[] = []
  const copy: { root: unknown } = { root: structuredClone(answer) }
  const walk = (of: Record<string, unknown>) => {
    for (const [key, inner] of Object.entries(of)) {
      if (!free.has(key)) places.push({ of, key })
      // the cast is safe, because the members of any object can be read
      if (typeof inner === 'object' && inner !== null) walk(inner as Record<string, unknown>)
    }
  }
  walk(copy)
  const found = places[place % places.length]
  if (found) found.of[found.key] = value
  return copy.root
}

type Row = { metadata: { hash: string }; transfers?: { quantity: { numeric: string } }[] }

/** Hashes of the account's newest payments in the API's answer; undefined while it has none. */
async function reportedBy(
  { url }: Target,
  { networkId }: Kind,
  account: string,
): Promise<string[] | undefined> {
  const response = await fetch(`${url}/v1/account/${account}/history?chainId=${networkId}`, {
    signal: AbortSignal.timeout(5_000),
  })
  const { data = [] }: { data?: Row[] } = await response.json()
  return response.status === 200 ? data.map(({ metadata }) => metadata.hash) : undefined
}

function brokenAnswers(kind: Kind): () => Promise<Stage> {
  const place: fc.Arbitrary<Place> = fc.record({
    method: fc.constantFrom(...kind.methods),
    place: fc.nat(30),
    value: fc.constantFrom(...wrong),
  })
  return async () => {
    let blocks = 5
    let corrupted: Place | undefined
    const chain = () => kind.make(blocks)
    const answers = (): Answers =>
      Object.fromEntries(
        Object.entries(chain().answers).map(
          ([method, answer]) =>
            [
              method,
              (params, request, response) => {
                const right = answer(params, request, response)
                return corrupted?.method === method ? corrupt(right, corrupted, kind.free) : right
              },
            ] satisfies [string, Answers[string]],
        ),
      )
    const node = await kind.start(answers)
    return {
      config: { options: { chains: [kind.optionsAt(node.url)] } },
      async attack(target) {
        const { sender } = chain()
        const faults: string[] = []
        let tried = 0
        for (const one of fc.sample(place, { seed: target.seed, numRuns: 1_000 })) {
          if (target.signal.aborted || faults.length > 2) break
          tried += 1
          corrupted = one
          blocks += 1
          await wait(nonsense)
          const all = chain().payments
          const duringFault = await reportedBy(target, kind, sender)
          if (duringFault?.some((hash) => !all.includes(hash)))
            faults.push(`while ${JSON.stringify(one)}: a payment was told that there is not`)
          corrupted = undefined
          const until = Date.now() + patience
          while (
            (await reportedBy(target, kind, sender))?.join() !== all.slice(0, 50).join() &&
            Date.now() < until
          )
            await wait(20)
          if (Date.now() >= until)
            faults.push(
              `after ${JSON.stringify(one).slice(0, 200)}: the history is not that of the chain`,
            )
        }
        return { did: `${tried} broken answers, seed ${target.seed}`, faults }
      },
    }
  }
}

export const nodeAnswers: Scene = {
  name: 'node-answers',
  of: 'api',
  warm: 3,
  seconds: 14,
  title:
    'generated: answers of a node with one field broken at a time; the history is compared with a plain reading of the chain',
  stage: brokenAnswers(evm),
}
export const solanaAnswers: Scene = {
  name: 'solana-answers',
  of: 'api',
  warm: 3,
  seconds: 14,
  title: 'generated: the same with a node of Solana',
  stage: brokenAnswers(solana),
}
export const bitcoinAnswers: Scene = {
  name: 'bitcoin-answers',
  of: 'api',
  warm: 3,
  seconds: 14,
  title: 'generated: the same with an Esplora',
  stage: brokenAnswers(bitcoin),
}
