import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { erc20Abi, parseUnits, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startDevnet, type Devnet } from '@latchkey/devnet'
import { treasury } from '@latchkey/devnet/accounts'
import { fundTreasury } from '@latchkey/devnet/fundTreasury'
import { freePorts } from '@latchkey/devnet/ports'
import { argsOf } from '@latchkey/server/testing/programs'
import { shortRun } from '@latchkey/server/testing/shortRun'
import { startTestPostgres, type TestPostgres } from '@latchkey/server/testing/startTestPostgres'
import { chainOfDeployment } from '../../../devnet/src/chainOfDeployment.ts'
import {
  cardForm,
  cards,
  onrampClient,
  postForm,
  type Bought,
} from '../../api/src/testing/onrampClient.ts'
import { startGate, type Gate, type GatePoint } from '../../api/src/testing/startGate.ts'
import { chainClient } from '../../api/src/testing/traffic.ts'

let folder: string
let server: TestPostgres
let devnet: Devnet
let node: Gate
let mail: Gate
/** The index of the pair whose API receives the messages of all sandboxes. */
let heard = 0
let ports: number[]
/** The processes of an API and its sandbox. */
type Pair = readonly ChildProcess[]
const running = new Set<Pair>()

beforeAll(async () => {
  ;[server, devnet, folder, ports] = await Promise.all([
    startTestPostgres(),
    startDevnet({ ports: 'free' }),
    mkdtemp(join(tmpdir(), 'latchkey-onramp-')),
    freePorts(4),
  ])
  const [chain] = devnet.chains
  if (!chain) throw new Error('The devnet has two chains')
  await fundTreasury(chain)
  node = await startGate(() => chain.url)
  mail = await startGate(() => `http://127.0.0.1:${ports[2 * heard]}/v1/onramp/webhooks/sandbox`)
  await writeFile(
    join(folder, 'chains.json'),
    JSON.stringify([chainOfDeployment(chain.deployment, node.url)]),
  )
}, 60_000)
afterEach(async () => {
  node.cut = mail.cut = () => false
  heard = 0
  await Promise.all([...running].map(kill))
})
afterAll(async () => {
  await Promise.all([node.close(), mail.close(), server.stop()])
  await devnet.close()
  await rm(folder, { recursive: true, force: true })
})

const secret = 'a secret of the tests, of 32 or more'

/** Starts an API and its sandbox as processes, each with its own database, as an operator does. */
async function start(database: Databases, place = 0): Promise<Pair> {
  const [apiPort, sandboxPort] = [ports[2 * place], ports[2 * place + 1]]
  const both = {
    LATCHKEY_CHAINS: join(folder, 'chains.json'),
    LATCHKEY_SANDBOX_SECRET: secret,
  }
  const sandbox = run(new URL('main.ts', import.meta.url), {
    ...both,
    PORT: String(sandboxPort),
    LATCHKEY_SANDBOX_TREASURY: treasury.privateKey,
    LATCHKEY_SANDBOX_NETWORKS: 'eip155:31337',
    LATCHKEY_API_URL: `http://127.0.0.1:${apiPort}`,
    LATCHKEY_WEBHOOK_URL: mail.url,
    LATCHKEY_DATABASE: database.sandbox,
  })
  const api = run(new URL('../../api/src/main.ts', import.meta.url), {
    ...both,
    PORT: String(apiPort),
    LATCHKEY_SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
    LATCHKEY_DATABASE: database.api,
    LATCHKEY_LOOP_DELAY: '0',
    LATCHKEY_NAME_ZONES: '0',
    LATCHKEY_ORDERS: '0',
  })
  const pair: Pair = [api, sandbox]
  running.add(pair)
  await Promise.all(pair.map(({ stdout }) => stdout && once(createInterface(stdout), 'line')))
  return pair
}

type Databases = { api: string; sandbox: string }

/** One PostgreSQL database for both services. Each service has its own tables. */
const inPostgres = async (): Promise<Databases> => {
  const database = await server.create()
  return { api: database, sandbox: database }
}

const run = (main: URL, env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [...shortRun, ...argsOf(main)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

async function kill(pair: Pair): Promise<void> {
  running.delete(pair)
  await Promise.all(
    pair.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const over = once(child, 'close')
      child.kill('SIGKILL')
      await over
    }),
  )
}

const client = (place = 0) => onrampClient(() => `http://127.0.0.1:${ports[2 * place]}`)
const onChain = () => chainClient(devnet.chains[0]?.url ?? '')
const usdc = () => devnet.chains[0]?.deployment.dex.usd ?? '0x'
const held = (address: Hex) =>
  onChain().readContract({
    address: usdc(),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  })
const sent = () => onChain().getTransactionCount({ address: treasury.address })
/** Resolves to undefined when the request fails, because the process may have been killed. */
const attempt = async <value>(work: Promise<value>) => work.catch(() => undefined)

/**
 * Waits until every order is done, and checks that its account has the bought tokens.
 * @returns `is`: how many transactions and tokens the treasury has sent since `before`; `right`:
 *   the expected numbers
 */
async function checkPaid(
  bought: readonly Bought[],
  before: { count: number; stock: bigint },
  place = 0,
) {
  let sum = 0n
  for (const { orderId, wallet } of bought) {
    await expect
      .poll(async () => (await attempt(client(place).order(orderId)))?.state, {
        timeout: 60_000,
        interval: 100,
      })
      .toBe('done')
    const { purchase } = await client(place).order(orderId)
    expect(await held(wallet)).toBe(parseUnits(purchase.amount, 6))
    sum += parseUnits(purchase.amount, 6)
  }
  return {
    is: {
      count: (await sent()) - before.count,
      tokens: before.stock - (await held(treasury.address)),
    },
    right: { count: bought.length, tokens: sum },
  }
}

const sends = (body: string) => body.includes('"eth_sendRawTransaction"')
/**
 * The points at which the processes are killed: when a request arrives (`asked`), or when its
 * answer is there (`answered`).
 */
const points: readonly {
  name: string
  gate: 'node' | 'mail'
  is: (body: string) => boolean
  point: GatePoint
}[] = [
  { name: 'before the API hears of the payment', gate: 'mail', is: () => true, point: 'asked' },
  {
    name: 'after the API has heard of it, and before the checkout knows that',
    gate: 'mail',
    is: () => true,
    point: 'answered',
  },
  {
    name: 'before a payout is written',
    gate: 'node',
    is: (body) => body.includes('"eth_estimateGas"'),
    point: 'answered',
  },
  {
    name: 'after a payout is written, and before it is sent',
    gate: 'node',
    is: sends,
    point: 'asked',
  },
  {
    name: 'after a payout is sent, and before that is known',
    gate: 'node',
    is: sends,
    point: 'answered',
  },
  {
    name: 'after a payout is mined, and before that is known',
    gate: 'node',
    is: (body) => body.includes('"eth_getTransactionReceipt"'),
    point: 'asked',
  },
  {
    name: 'before it is written that a payout was mined',
    gate: 'node',
    is: (body) => body.includes('"eth_getTransactionReceipt"'),
    point: 'answered',
  },
]

test('when the process is killed at any step, each order is paid exactly once', {
  timeout: 300_000,
}, async () => {
  const database = await inPostgres()
  const gates = { node, mail }
  let child = await start(database)
  for (const { name, gate, is, point } of points) {
    const dies = child
    const before = { count: await sent(), stock: await held(treasury.address) }
    let dying: Promise<void> | undefined
    const bought = await Promise.all([1, 2, 3].map(() => client().buy()))
    gates[gate].cut = (body, at) => {
      if (dying || (at === point && is(body))) dying ??= kill(dies)
      return dying !== undefined
    }
    await Promise.all(bought.map(({ page }) => attempt(postForm(page, cardForm(cards.good)))))
    await expect
      .poll(() => dying !== undefined, { timeout: 20_000, interval: 20, message: name })
      .toBe(true)
    await dying
    gates[gate].cut = () => false
    // started again; the next point kills these processes, too
    child = await start(database)
    // like visitors who send a form again, because it got no answer
    await Promise.all(bought.map(({ page }) => postForm(page, cardForm(cards.good))))
    const { is: paid, right } = await checkPaid(bought, before)
    expect(paid, name).toEqual(right)
  }
})

test.each(['a folder', 'PostgreSQL'])(
  'when the process is killed while orders begin and are paid, each order exists and is paid once: %s',
  { timeout: 240_000 },
  async (kind) => {
    const database =
      kind === 'PostgreSQL'
        ? await inPostgres()
        : { api: join(folder, 'database'), sandbox: join(folder, 'sandbox') }
    let child = await start(database)
    const before = { count: await sent(), stock: await held(treasury.address) }
    const sessions = await Promise.all(Array.from({ length: 12 }, () => client().sessionFor()))
    const first = await Promise.all(
      sessions.map((session, index) =>
        attempt(client().begin(session)).then((bought) => {
          if (index === 5) void kill(child)
          return bought
        }),
      ),
    )
    await kill(child)
    child = await start(database)
    const bought = await Promise.all(sessions.map((session) => client().begin(session)))
    expect(bought.map(({ orderId }, index) => first[index]?.orderId ?? orderId)).toEqual(
      bought.map(({ orderId }) => orderId),
    )
    const paying = bought.map(({ page }, index) =>
      attempt(postForm(page, cardForm(cards.good))).then(() =>
        index === 5 ? kill(child) : undefined,
      ),
    )
    await Promise.all(paying)
    await kill(child)
    await start(database)
    await Promise.all(bought.map(({ page }) => postForm(page, cardForm(cards.good))))
    const { is, right } = await checkPaid(bought, before)
    expect(is).toEqual(right)
  },
)

test('two processes over PostgreSQL pay 50 parallel orders once each, also when one process is killed', {
  timeout: 240_000,
}, async () => {
  const database = await inPostgres()
  const [first] = await Promise.all([start(database, 0), start(database, 1)])
  const before = { count: await sent(), stock: await held(treasury.address) }
  const bought = await Promise.all(
    Array.from({ length: 50 }, (_, index) => client(index % 2).buy()),
  )
  let answered = 0
  await Promise.all(
    bought.map(({ page }) =>
      attempt(
        postForm(page, cardForm(cards.good)).then(() =>
          (answered += 1) === 25 ? kill(first) : undefined,
        ),
      ),
    ),
  )
  await kill(first)
  heard = 1
  // the pages of the killed sandbox, at the port of the running sandbox
  const living = (page: string) => page.replace(/:\d+\//, `:${ports[3]}/`)
  await Promise.all(bought.map(({ page }) => postForm(living(page), cardForm(cards.good))))
  const { is, right } = await checkPaid(bought, before, 1)
  expect(is).toEqual(right)
})
