import type { ServerResponse } from 'node:http'
import { wait } from '@latchkey/server/waiting'
import { noLongerThan } from '../flood.ts'
import type { Scene, Stage } from '../scene.ts'
import { createTally } from '../tally.ts'
import type { Target } from '../target.ts'
import { attackedChain, attackedNumber, chainAt } from './chains.ts'
import { createMadeChain } from './madeChain.ts'
import { askAgain, requestOf } from './http.ts'
import { startNode, written, type Answers, type NodeRequest } from './startNode.ts'

const account = `0x${'a1'.repeat(20)}`
/** 9.9 MB of JSON: a list of empty objects. */
const objects = `[${'{},'.repeat(3_300_000)}{}]`

function writeResult(json: string) {
  return (_: readonly unknown[], { id }: NodeRequest, response: ServerResponse) => {
    response.setHeader('content-type', 'application/json')
    response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${json}}`)
    return written
  }
}

/** Requests everything about an account on the attacker's chain. */
async function requestAccounts(
  target: Target,
  seconds = 60,
): Promise<ReturnType<typeof createTally>> {
  const tally = createTally()
  const paths = ['history', 'balance?currency=usd', 'nfts'].map(
    (description) =>
      `/v1/account/${account}/${description}${description.includes('?') ? '&' : '?'}chainId=${attackedChain}`,
  )
  const until = Date.now() + seconds * 1_000
  let turn = 0
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!target.signal.aborted && Date.now() < until) {
        await Promise.race([
          askAgain(
            { ...target, signal: noLongerThan(1_000, target.signal) },
            (status) => tally.add(status),
            () => requestOf(target, 'GET', paths[(turn += 1) % paths.length] ?? '/'),
          ),
          wait(1_500),
        ])
      }
    }),
  )
  return tally
}

/** A node that answers honestly until the attack begins. */
function switchingNode(honest: Answers, hostile: Answers, more: object): () => Promise<Stage> {
  return async () => {
    let isHostile = false
    const node = await startNode(attackedNumber, () => (isHostile ? hostile : honest))
    return {
      config: { options: { chains: [chainAt(attackedChain, [node.url], more)] } },
      async attack(target) {
        isHostile = true
        const tally = await requestAccounts(target)
        isHostile = false
        return { did: tally.text() }
      },
    }
  }
}

const everything = (answer: Answers[string]): Answers =>
  Object.fromEntries(
    [
      'eth_blockNumber',
      'eth_getBlockByNumber',
      'eth_getBlockReceipts',
      'eth_getTransactionReceipt',
      'trace_block',
      'debug_traceBlockByNumber',
      'eth_call',
      'eth_syncing',
      'eth_getBalance',
    ].map((method) => [method, answer]),
  )
const empty: Answers = { ...createMadeChain(1).answers, eth_call: () => '0x' }

export const emptyObjects: Scene = {
  name: 'empty-objects',
  of: 'api',
  warm: 8,
  quick: 'long',
  seconds: 4,
  title: 'a node answers everything with `[{},{},…]`, 9.9 MB',
  stage: switchingNode(empty, everything(writeResult(objects)), { index: { pollEvery: 200 } }),
}

/** The most deeply nested trace that a block can contain. */
const calls = Array.from({ length: 40_000 }, (_, index) => ({
  type: 'call',
  action: {
    callType: 'call',
    from: account,
    to: `0x${'b2'.repeat(20)}`,
    value: '0x1',
    gas: '0x0',
    input: '0x',
  },
  result: { gasUsed: '0x0', output: '0x' },
  traceAddress: Array<number>(Math.min(index, 100))
    .fill(0)
    .concat(index > 100 ? [index - 100] : []),
  subtraces: 1,
  transactionHash: createMadeChain(3).hashOf(1, 0),
  transactionPosition: 0,
  blockNumber: 1,
}))

export const deepTrace: Scene = {
  name: 'deep-trace',
  of: 'api',
  warm: 3,
  seconds: 5,
  title: 'a block of 40,000 calls at depth 100 is indexed',
  stage: async () => {
    const chain = createMadeChain(1)
    let length = 1
    const traces = writeResult(JSON.stringify(calls))
    const node = await startNode(attackedNumber, () => ({
      ...createMadeChain(length).answers,
      trace_block: traces,
    }))
    return {
      config: {
        options: { chains: [chainAt(attackedChain, [node.url], { index: { pollEvery: 200 } })] },
      },
      async attack(target) {
        while (!target.signal.aborted) {
          length += 1
          await wait(1_000)
        }
        return { did: `${length} blocks, ${chain.transactions} transaction each` }
      },
    }
  },
}
