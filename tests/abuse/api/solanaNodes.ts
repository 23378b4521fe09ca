import { wait } from '@latchkey/server/waiting'
import type { Scene } from '../scene.ts'
import { createTally } from '../tally.ts'
import type { Target } from '../target.ts'
import { endlessAnswer } from './endlessAnswer.ts'
import { createMadeSolana, madeSolanaAt, madeSolanaNetwork } from './madeSolana.ts'
import { NodeError, startNode, written, type Answers } from './startNode.ts'

/**
 * Milliseconds: how long a node gives one kind of false answer, and how long until the history has
 * to be correct again.
 */
const times = { falseAnswers: 900, right: 10_000 }

/** Writes a result of `bytes` bytes that repeats a text. */
function large(part: string, bytes: number): Answers[string] {
  const content = `[${`${part},`.repeat(Math.ceil(bytes / (part.length + 1)))}${part}]`
  return (_, { id }, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${content}}`)
    return written
  }
}

const everySecond = (list: unknown) =>
  Array.isArray(list) ? list.filter((_, index) => index % 2 === 1) : list
const error = (code: number, message: string) => () => new NodeError({ code, message })

/** The node's false answers, each with a description. `length`: number of blocks. */
function falseAnswersFor(length: number): readonly (readonly [what: string, answers: Answers])[] {
  const { answers } = createMadeSolana(length)
  const block = (change: (found: { transactions?: { meta: object }[] }) => unknown): Answers => ({
    getBlock: (params, request, response) =>
      change(
        answers['getBlock']?.(params, request, response) as { transactions?: { meta: object }[] },
      ),
  }) // createMadeSolana gives blocks this form
  return [
    ['blocks without an end', { getBlock: endlessAnswer }],
    ['blocks of 50 MB', { getBlock: large('{}', 50_000_000) }],
    [
      'lists of blocks without an end',
      { getBlocks: endlessAnswer, getBlocksWithLimit: endlessAnswer },
    ],
    ['slot 2⁵³−1', { getSlot: () => Number.MAX_SAFE_INTEGER }],
    [
      '700,000 blocks in a list',
      { getBlocks: large('1', 1_400_000), getBlocksWithLimit: large('1', 1_400_000) },
    ],
    ['blocks that are not there', { getBlock: () => null }],
    ['only skipped slots', { getBlock: error(-32007, 'Slot was skipped') }],
    ['blocks that were cleaned up', { getBlock: error(-32001, 'Block cleaned up') }],
    [
      'that it is far behind',
      {
        getHealth: error(-32005, 'Node is behind by 4000 slots'),
        getBlock: error(-32005, 'Node is behind by 4000 slots'),
      },
    ],
    [
      'results of transactions that are null',
      block((found) => ({
        ...found,
        transactions: found.transactions?.map((one) => ({ ...one, meta: null })),
      })),
    ],
    [
      'balances that do not add up',
      block((found) => ({
        ...found,
        transactions: found.transactions?.map((one) => ({
          ...one,
          meta: { ...one.meta, postBalances: [2 ** 53 - 1, 7, 1] },
        })),
      })),
    ],
    [
      'lists without every other block',
      {
        getBlocksWithLimit: (params, request, response) =>
          everySecond(answers['getBlocksWithLimit']?.(params, request, response)),
      },
    ],
    ['another chain', { getGenesisHash: () => 'x'.repeat(44), getSlot: () => 3 }],
    [
      'other blocks, from the third before the last on',
      createMadeSolana(length + 2, { salt: 1, fork: length - 3 }).answers,
    ],
  ]
}

/** The hashes in the account's history; undefined while it is not answered. */
async function historyOf({ url }: Target, account: string): Promise<readonly string[] | undefined> {
  const response = await fetch(
    `${url}/v1/account/${account}/history?chainId=${madeSolanaNetwork}`,
    { signal: AbortSignal.timeout(5_000) },
  )
  const { data = [] }: { data?: { metadata: { hash: string } }[] } = await response.json()
  return response.status === 200 ? data.map(({ metadata }) => metadata.hash) : undefined
}

export const solanaNodes: Scene = {
  name: 'solana-nodes',
  of: 'api',
  warm: 4,
  quick: 'long',
  seconds: 60,
  title:
    'a node of Solana lies in 14 ways: blocks and lists without an end, of 50 MB, absurd slots, gaps, other blocks, missing results; after each the history has to be that of the chain',
  stage: async () => {
    let length = 6
    let falseAnswers: Answers = {}
    const node = await startNode(0, () => ({
      ...createMadeSolana(length).answers,
      ...falseAnswers,
    }))
    return {
      config: { options: { chains: [madeSolanaAt([node.url], { index: { pollEvery: 50 } })] } },
      async attack(target) {
        const tally = createTally()
        const faults: string[] = []
        const { sender } = createMadeSolana(length)
        for (
          let turn = target.seed;
          !target.signal.aborted &&
          faults.length < 3 &&
          turn < target.seed + falseAnswersFor(length).length;
          turn += 1
        ) {
          length += 1
          const [what, answers] = falseAnswersFor(length)[
            turn % falseAnswersFor(length).length
          ] ?? ['nothing', {}]
          falseAnswers = answers
          const mayFork = what.startsWith('other blocks')
          for (
            const until = Date.now() + times.falseAnswers;
            Date.now() < until && !target.signal.aborted;
            await wait(100)
          ) {
            const duringFault = await historyOf(target, sender).catch(() => undefined)
            tally.add(duringFault ? '200' : 'unavailable')
            if (
              !mayFork &&
              duringFault?.some((hash) => !createMadeSolana(length).payments.includes(hash))
            )
              faults.push(`while the node said ${what}: a payment was told that there is not`)
          }
          falseAnswers = {}
          const right = createMadeSolana(length).payments.slice(0, 50).join()
          const until = Date.now() + times.right
          while (
            (await historyOf(target, sender).catch(() => undefined))?.join() !== right &&
            Date.now() < until &&
            !target.signal.aborted
          )
            await wait(50)
          if (Date.now() >= until)
            faults.push(`after the node said ${what}: the history is not that of the chain`)
        }
        return { did: tally.text(), faults }
      },
    }
  },
}
