import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addressOf } from '@latchkey/devnet/accounts'
import { freePorts } from '@latchkey/devnet/ports'
import { startChain, type RunningChain } from '@latchkey/devnet/startChain'
import { chainOfDeployment } from '../../../../devnet/src/chainOfDeployment.ts'
import { createApi } from '../createApi.ts'
import type { LogLine } from '../options.ts'
import { neverOverloaded } from '../testing/neverOverloaded.ts'
import { sendJson, startFakeNode } from '../testing/startFakeNode.ts'
import { chainClient } from '../testing/traffic.ts'

const me = addressOf('everyday user')
const networkId = 'eip155:31337'
/** An account without transactions, whose answers need no node. */
const emptyAccount = `0x${'9e'.repeat(20)}`
/** Two branches that begin with the same blocks, and another chain. */
let own: RunningChain
let branch: RunningChain
let foreignChain: RunningChain
/** The first block of an index that does not need old blocks. */
let recent: number
const opened: { close: () => Promise<unknown> }[] = []

beforeAll(async () => {
  const ports = await freePorts(3)
  const start = (id: number, index: number) =>
    startChain(id, { port: ports[index] ?? 0, fresh: true, onNotice: () => {} })
  ;[own, branch, foreignChain] = await Promise.all([
    start(31_337, 0),
    start(31_337, 1),
    start(31_338, 2),
  ])
  recent = Number(await chainClient(own.url).getBlockNumber()) - 100
  for (const [index, { url }] of [own, branch].entries()) {
    const client = chainClient(url)
    // anvil answers before it has mined a transaction; two transactions could get into one block
    await client.setAutomine(false)
    for (let blocks = 0; blocks < 5 + index; blocks += 1) {
      await client.sendTransaction({
        account: me,
        to: me,
        value: BigInt(1 + index),
        chain: null,
      } as never) // viem's types require fields that the node does not need
      await client.mine({ blocks: 1 })
    }
    await client.setAutomine(true)
  }
}, 120_000)
afterEach(async () => {
  for (const resource of opened.splice(0).toReversed()) await resource.close()
})
afterAll(() => Promise.all([own, branch, foreignChain].map((chain) => chain.close())))

type Call = { id: unknown; method: string; params: readonly unknown[] }

/** Starts an API with a node that the test can replace while it runs. */
async function start({ database = 'memory', at = own.url, startBlock = recent } = {}) {
  const node = { url: at, answerTo: (_call: Call): unknown => undefined }
  const proxy = await startFakeNode(
    (body, response) => {
      const call = JSON.parse(body) as Call
      const override = node.answerTo(call)
      if (override !== undefined)
        return sendJson(response, { jsonrpc: '2.0', id: call.id, result: override })
      fetch(node.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
        .then((answer) => answer.json())
        .then(
          (answer) => sendJson(response, answer),
          () => response.destroy(),
        )
    },
    { receivesChainId: true },
  )
  opened.push(proxy)
  const lines: LogLine[] = []
  let ahead = 0
  const clock = { now: () => Date.now() + ahead }
  const api = createApi({
    ...neverOverloaded,
    chains: [
      {
        ...chainOfDeployment(own.deployment, proxy.url),
        index: { startBlock, pollEvery: 600_000, finality: 3 },
      },
    ],
    database,
    clock,
    log: (line) => lines.push(line),
  })
  opened.push(api)
  const { url } = await api.listen({ port: 0 })
  const history = async () => {
    const response = await fetch(`${url}/v1/account/${me}/history?chainId=31337`)
    return response.ok
      ? ((await response.json()) as { data: unknown[] }).data.length
      : response.status
  }
  /**
   * For the history, the NFTs and the balance: which chains the answer reports as unavailable, or
   * its status.
   */
  const lacking = () =>
    Promise.all(
      ['history', 'nfts', 'balance'].map(async (path) => {
        const { status, headers } = await fetch(
          `${url}/v1/account/${emptyAccount}/${path}?currency=usd&chainId=${networkId}`,
        )
        return status === 200 ? headers.get('x-latchkey-unavailable') : status
      }),
    )
  const text = async (path: string) => (await fetch(`${url}${path}`)).text()
  return {
    node,
    api,
    lines,
    pass: (milliseconds: number) => void (ahead += milliseconds),
    history,
    lacking,
    settled: () => api.settled(networkId),
    health: () => text('/health'),
    metrics: () => text('/metrics'),
  }
}

const isLatest = ({ method, params }: Call) =>
  method === 'eth_getBlockByNumber' && params[0] === 'latest'

test('the API serves no history from a node that is syncing, or announces a block that it does not have', {
  timeout: 60_000,
}, async () => {
  const { node, history, settled, health } = await start({ startBlock: 0 })
  const first = await chainClient(own.url).request({
    method: 'eth_getBlockByNumber',
    params: ['0x0', false],
  } as never) // viem's types lack this method
  node.answerTo = (call) => (isLatest(call) ? first : undefined)
  await settled()
  expect(await history()).toBe(503)
  node.answerTo = ({ method }) => (method === 'eth_syncing' ? { currentBlock: '0x1' } : undefined)
  await settled()
  expect(await history()).toBe(503)
  const announced = {
    number: '0xffffff',
    hash: `0x${'1'.repeat(64)}`,
    parentHash: `0x${'2'.repeat(64)}`,
    timestamp: '0x64',
    transactions: [],
  }
  node.answerTo = (call) => (isLatest(call) ? announced : undefined)
  await settled()
  expect(await history()).toBe(503)
  expect(await health()).toContain(`${networkId} indexing`)
  node.answerTo = () => undefined
  await settled()
  expect(await history()).toBeGreaterThan(5)
  expect(await health()).toContain(`${networkId} complete`)
})

test('after a start, answers are marked as possibly without the newest blocks until a node confirms the index', {
  timeout: 60_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-confirmed-'))
  opened.push({ close: () => rm(folder, { recursive: true, force: true }) })
  const before = await start({ database: folder })
  await before.settled()
  expect([await before.lacking(), await before.health()]).toEqual([
    [null, null, null],
    expect.stringContaining(`${networkId} complete`),
  ])
  await before.api.close()

  const { node, settled, lacking, health, metrics } = await start({
    database: folder,
    at: 'http://127.0.0.1:1',
  })
  // without a node the balance fails
  await expect.poll(lacking, { timeout: 20_000 }).toEqual([networkId, networkId, 503])
  const pending = settled()
  await expect.poll(metrics, { timeout: 20_000 }).toMatch(/index_failures_total\{[^}]*\} [1-9]/)
  expect([await lacking(), await health()]).toEqual([
    [networkId, networkId, 503],
    expect.stringContaining(`${networkId} behind`),
  ])
  node.answerTo = ({ method }) => (method === 'eth_syncing' ? { currentBlock: '0x1' } : undefined)
  node.url = own.url
  await settled()
  expect([await lacking(), await health()]).toEqual([
    [networkId, networkId, networkId],
    expect.stringContaining(`${networkId} behind`),
  ])
  node.answerTo = () => undefined
  await Promise.all([pending, settled()])
  expect([await lacking(), await health()]).toEqual([
    [null, null, null],
    expect.stringContaining(`${networkId} complete`),
  ])
})

test('when final blocks are replaced, the index raises an alarm and stays unchanged, and the alarm ends when the node shows the indexed chain again', {
  timeout: 60_000,
}, async () => {
  const { node, lines, history, settled, health, metrics } = await start()
  await settled()
  const before = await history()
  expect(before).toBeGreaterThan(5)
  node.url = branch.url
  await settled()
  expect(await history()).toBe(503)
  const answer = await health()
  expect(answer).toContain('OK')
  expect(answer).toContain(`${networkId} alarm`)
  expect(await metrics()).toContain(`latchkey_api_index_alarm{chain="${networkId}"} 1`)
  expect(await metrics()).not.toContain('latchkey_api_index_taken_back_total{')
  expect(lines.filter(({ error }) => error?.includes('shows another chain'))).toHaveLength(1)
  node.url = own.url
  await settled()
  expect(await history()).toBe(before)
  expect(await metrics()).toContain(`latchkey_api_index_alarm{chain="${networkId}"} 0`)
  expect(await health()).toContain(`${networkId} complete`)
})

test('the answers of a node of another chain are ignored', {
  timeout: 60_000,
}, async () => {
  const { node, lines, pass, history, settled, health, metrics, api } = await start()
  await settled()
  const before = await history()
  const balance = () =>
    api.app.request(`/v1/account/${me}/balance?currency=usd&chainId=${networkId}`)
  expect((await balance()).status).toBe(200)
  node.url = 'http://127.0.0.1:1' // the node is down; when it returns, its chain is checked again
  const pending = settled()
  await expect.poll(metrics, { timeout: 20_000 }).toMatch(/index_failures_total\{[^}]*\} [1-9]/)
  node.url = foreignChain.url
  const again = settled() // ends the pause after a failure
  await expect.poll(metrics, { timeout: 20_000 }).toMatch(/foreign_nodes_total\{[^}]*\} [1-9]/)
  expect(
    (
      await api.app.request(
        `/v1/account/${me}/balance?currency=usd&chainId=${networkId}&forceUpdate=${networkId}:${own.deployment.tokens[0]?.address}`,
      )
    ).status,
  ).toBe(503)
  expect(await history()).toBe(before)
  expect(
    lines.some(({ error }) => error === `Node 1 of ${networkId} belongs to another chain`),
  ).toBe(true)
  expect(JSON.stringify(lines)).not.toContain('127.0.0.1')
  node.url = own.url
  pass(10_000) // after this time the chain id of a foreign node is checked again
  await Promise.all([pending, again, settled()])
  expect(await history()).toBe(before)
  expect(await health()).not.toContain('alarm')
})
