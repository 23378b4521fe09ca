import { wait } from '@latchkey/server/waiting'
import { noLongerThan } from '../flood.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../target.ts'
import { attackedChain, attackedNumber, chainAt } from './chains.ts'
import { createMadeChain } from './madeChain.ts'
import { startNode, type Answers } from './startNode.ts'

/** Blocks of the chain, each with a payment of the account. */
const blocks = 30
const real = createMadeChain(blocks)
const index = { pollEvery: 100 }

type History = { status: number; rows: number }

/** The API's answer about the account's history. */
async function historyOf({ url, signal }: Target): Promise<History> {
  const response = await fetch(
    `${url}/v1/account/${real.sender}/history?chainId=${attackedChain}`,
    { signal: noLongerThan(5_000, signal) },
  )
  const body: { data?: unknown[] } = await response.json()
  return { status: response.status, rows: body.data?.length ?? 0 }
}

/**
 * Requests the history again and again and reports wrong answers. `rows` is the correct number of
 * rows.
 */
async function readRepeatedly(
  target: Target,
  rows: number,
): Promise<{ did: string; faults: string[] }> {
  const counts = new Map<string, number>()
  while (!target.signal.aborted) {
    const { status, rows: returnedRows } = await historyOf(target).catch(() => ({
      status: 0,
      rows: 0,
    }))
    if (status !== 0)
      counts.set(
        `${status} with ${returnedRows} rows`,
        (counts.get(`${status} with ${returnedRows} rows`) ?? 0) + 1,
      )
    await wait(100)
  }
  const wrong = [...counts.keys()].filter(
    (one) => one.startsWith('200') && one !== `200 with ${rows} rows`,
  )
  return {
    did: [...counts].map(([answer, count]) => `${count} × ${answer}`).join(', '),
    faults: wrong.map((one) => `a history was answered ${one}, where there are ${rows}`),
  }
}

async function settled(target: Target): Promise<boolean> {
  for (const until = Date.now() + 5_000; Date.now() < until; await wait(100))
    if ((await historyOf(target).catch(() => undefined))?.rows === blocks) return true
  return false
}

const syncing = (answers: Answers): Answers => ({
  ...createMadeChain(1).answers,
  eth_syncing: () => ({ startingBlock: '0x0', currentBlock: '0x0', highestBlock: '0x1d' }),
  ...answers,
})

export const syncingNode: Scene = {
  name: 'syncing-node',
  of: 'api',
  warm: 3,
  seconds: 3,
  title:
    'the node is still syncing and names block 0 the newest: a history without rows may not be answered',
  stage: async () => {
    const node = await startNode(attackedNumber, () => syncing({}))
    // The node knows only block 0, which has no payment, so an empty history would look correct.
    // Later blocks may have payments, so the API must not answer it.
    return {
      config: {
        options: {
          chains: [chainAt(attackedChain, [node.url], { index: { ...index, startBlock: 1 } })],
        },
      },
      attack: (target) => readRepeatedly(target, blocks),
    }
  },
}

export const announcedBlocks: Scene = {
  name: 'announced-blocks',
  of: 'api',
  warm: 3,
  seconds: 3,
  title: 'the node announces blocks that it does not have',
  stage: async () => {
    const node = await startNode(attackedNumber, () => ({
      ...real.answers,
      eth_getBlockByNumber: ([parameter]) =>
        parameter === 'latest' || Number(parameter) === blocks - 1
          ? real.blockAt(blocks - 1)
          : null,
      eth_getBlockReceipts: () => null,
    }))
    return {
      config: { options: { chains: [chainAt(attackedChain, [node.url], { index })] } },
      attack: (target) => readRepeatedly(target, blocks),
    }
  },
}

export const foreignNode: Scene = {
  name: 'foreign-node',
  of: 'api',
  warm: 3,
  seconds: 12,
  title: 'the second node belongs to another chain and stands in for 4 s',
  stage: async () => {
    let isUnavailable = false
    const foreignNode = await startNode(78, () => createMadeChain(5, 7).answers)
    const first = await startNode(attackedNumber, () => {
      if (isUnavailable) throw new Error('away')
      return real.answers
    })
    return {
      config: {
        options: { chains: [chainAt(attackedChain, [first.url, foreignNode.url], { index })] },
      },
      async attack(target) {
        if (!(await settled(target)))
          return { did: '', faults: ['the chain was not indexed in 5 s'] }
        isUnavailable = true
        const counts = await readRepeatedly(
          { ...target, signal: AbortSignal.timeout(4_000) },
          blocks,
        )
        isUnavailable = false
        return {
          ...counts,
          faults: [
            ...counts.faults,
            ...((await settled(target)) ? [] : ['the history did not come back']),
          ],
        }
      },
    }
  },
}

/**
 * A node whose chain differs from the index from the first block on. The operator has to be
 * notified.
 */
export const deepRollback: Scene = {
  name: 'deep-rollback',
  of: 'api',
  warm: 3,
  seconds: 10,
  title: 'the node shows another chain from its first block on, with the same id',
  broken: true,
  stage: async () => {
    let isOther = false
    const long = createMadeChain(200)
    const otherChain = createMadeChain(210, 3)
    const node = await startNode(attackedNumber, () =>
      isOther ? otherChain.answers : long.answers,
    )
    return {
      config: { options: { chains: [chainAt(attackedChain, [node.url], { index })] } },
      async attack(target) {
        for (
          const until = Date.now() + 4_000;
          Date.now() < until && (await historyOf(target).catch(() => undefined))?.rows !== 50;
        )
          await wait(100)
        isOther = true
        let alarm = 'no alarm'
        for (
          const until = Date.now() + 4_000;
          !alarm.endsWith(' 1') && Date.now() < until;
          await wait(100)
        )
          alarm =
            /^latchkey_api_index_alarm\{.*$/m.exec(
              await (await fetch(`${target.url}/metrics`)).text(),
            )?.[0] ?? 'no alarm'
        return { did: alarm, faults: alarm.endsWith(' 1') ? [] : ['nobody was alarmed'] }
      },
    }
  },
}
