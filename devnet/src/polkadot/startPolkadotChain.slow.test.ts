import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { argsOf } from '@latchkey/server/testing/programs'
import { polkadotKeyOf } from '@latchkey/protocol/chains/polkadotKeys'
import { polkadotAccounts, polkadotAddressOf, polkadotKeyAt } from './polkadotAccounts.ts'
import { startPolkadotChain, type PolkadotChain } from './startPolkadotChain.ts'
import { accountAt, signedPayment } from './testing/payments.ts'

/** The max time of a start: the first one installs the tools. */
const startLimit = 300_000

let chain: PolkadotChain
const defects: unknown[] = []
const notices: string[] = []
beforeAll(async () => {
  chain = await startPolkadotChain({
    onNotice: (text) => notices.push(text),
    onDefect: (error) => defects.push(error),
  })
}, startLimit)
afterAll(async () => {
  await chain?.close()
  if (defects.length + notices.length > 0)
    throw new Error('The chain has a defect.', { cause: [...defects, ...notices] })
})

const addressAt = (index: number): string => polkadotAccounts[index]?.address ?? ''
const coin = 10n ** 10n

test('the accounts of the mnemonic own coins when the chain begins', async () => {
  for (const { address, balance } of polkadotAccounts)
    expect(await accountAt(chain, address)).toEqual({ nonce: 0, free: balance })
})

test.each([
  ['sr25519', 0],
  ['ed25519', 7],
  ['ecdsa', 8],
] as const)('a payment with a key of %s is in a block at once', async (type, index) => {
  const key = polkadotKeyAt(index)
  expect(key.type).toBe(type)
  const [before, receiver] = [
    await accountAt(chain, addressAt(index)),
    await accountAt(chain, addressAt(5)),
  ]
  const extrinsic = await signedPayment(chain, key, { to: addressAt(5), amount: coin / 2n })
  await chain.call('author_submitExtrinsic', extrinsic)
  await expect
    .poll(async () => (await accountAt(chain, addressAt(5))).free)
    .toBe(receiver.free + coin / 2n)
  const after = await accountAt(chain, addressAt(index))
  expect(after.nonce).toBe(before.nonce + 1)
  expect(after.free).toBeLessThan(before.free - coin / 2n)
  expect(after.free).toBeGreaterThan(before.free - coin / 2n - coin / 100n)
})

/** An account that no other test uses. */
const newAddress = (name: string): string =>
  polkadotAddressOf(polkadotKeyOf(new Uint8Array(32).fill(7), `//${name}`))

test('the faucet pays by a transaction of its own, several at once', async () => {
  const addresses = ['one', 'two', 'three'].map(newAddress)
  const hashes = await Promise.all(addresses.map((address) => chain.fund(address, 5n * coin)))
  expect(new Set(hashes).size).toBe(3)
  for (const address of addresses)
    expect(await accountAt(chain, address)).toEqual({ nonce: 0, free: 5n * coin })
})

test('what is not valid is refused in the words of nodes', async () => {
  const [from, to] = [polkadotKeyAt(1), addressAt(2)]
  const submit = (extrinsic: string) => chain.call('author_submitExtrinsic', extrinsic)
  const good = await signedPayment(chain, from, { to, amount: coin })
  const wrong = good.slice(0, 100) + (good[100] === '0' ? '1' : '0') + good.slice(101)
  await expect(submit(wrong)).rejects.toMatchObject({
    code: 1_010,
    data: 'Transaction has a bad signature',
  })
  await submit(good)
  await chain.mine()
  const stale = { code: 1_010, data: 'Transaction is outdated' }
  await expect(submit(good)).rejects.toMatchObject(stale)
  const again = await signedPayment(chain, from, { to, amount: coin, nonce: 0 })
  await expect(submit(again)).rejects.toMatchObject(stale)
  const poor = polkadotKeyOf(new Uint8Array(32).fill(9), '')
  const unpaid = await signedPayment(chain, poor, { to, amount: 1n })
  await expect(submit(unpaid)).rejects.toMatchObject({ code: 1_010, data: /some fees/ })
  await expect(submit('0x1234')).rejects.toMatchObject({ code: 1_002 })
  await expect(submit('zz')).rejects.toMatchObject({ code: 1_001 })
})

test('a payment of too much, or below the existential deposit, is in a block and fails', async () => {
  const before = await accountAt(chain, addressAt(3))
  const pays = async (to: string, amount: bigint) => {
    await chain.call(
      'author_submitExtrinsic',
      await signedPayment(chain, polkadotKeyAt(3), { to, amount }),
    )
    await chain.mine()
  }
  await pays(addressAt(4), before.free)
  await pays(newAddress('tiny'), 3_333_332n)
  const after = await accountAt(chain, addressAt(3))
  expect(after.nonce).toBe(before.nonce + 2)
  expect(before.free - after.free).toBeLessThan(coin / 100n)
  await pays(newAddress('tiny'), 3_333_333n)
  expect(await accountAt(chain, newAddress('tiny'))).toEqual({ nonce: 0, free: 3_333_333n })
})

test('transactions whose turn has not come wait in the pool', async () => {
  const from = polkadotKeyAt(6)
  const start = await accountAt(chain, addressAt(6))
  const payment = (after: number) =>
    signedPayment(chain, from, { to: addressAt(4), amount: coin, nonce: start.nonce + after })
  const [first, second, third] = [await payment(0), await payment(1), await payment(2)]
  for (const one of [third, second]) await chain.call('author_submitExtrinsic', one)
  await chain.mine()
  expect((await accountAt(chain, addressAt(6))).nonce).toBe(start.nonce)
  expect(await chain.call('author_pendingExtrinsics')).toEqual([third, second])
  await expect(chain.call('author_submitExtrinsic', third)).rejects.toMatchObject({ code: 1_013 })
  await chain.call('author_submitExtrinsic', first)
  await expect.poll(async () => (await accountAt(chain, addressAt(6))).nonce).toBe(start.nonce + 3)
  expect(await chain.call('author_pendingExtrinsics')).toEqual([])
})

test('a block is known by its number and its hash, with the time of the machine', async () => {
  const { number, hash } = await chain.mine(2)
  const timestamp = '0xf0c365c3cf59d671eb72da0e7a4113c49f1f0515f462cdcf84e0f1d6045dfcbb'
  const time = async (block: string) => {
    const value = String(await chain.call('state_getStorage', timestamp, block))
    return Number(Buffer.from(value.slice(2), 'hex').readBigUInt64LE())
  }
  expect(await chain.call('chain_getBlockHash', number)).toBe(hash)
  expect(await chain.call('chain_getFinalizedHead')).toBe(hash)
  const parent = String(await chain.call('chain_getBlockHash', number - 1))
  expect(await chain.call('chain_getHeader', hash)).toMatchObject({ parentHash: parent })
  expect(await time(parent)).toBeLessThan(await time(hash))
  expect(Math.abs((await time(hash)) - Date.now())).toBeLessThan(30_000)
  expect(await chain.call('chain_getBlockHash', number + 1)).toBeNull()
  expect(await chain.call('chain_getBlockHash', 0)).toBe(`0x${'45'.repeat(32)}`)
})

test('pages reach the chain over HTTP and WebSocket, and never what changes it at will', async () => {
  const post = async (path: string, body: string) => {
    const response = await fetch(chain.url + path, { method: 'POST', body })
    const answer: unknown = await response.json()
    return {
      status: response.status,
      origin: response.headers.get('access-control-allow-origin'),
      answer,
    }
  }
  const call = (method: string, params: readonly unknown[] = []) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  expect(await post('/', call('system_chain'))).toEqual({
    status: 200,
    origin: '*',
    answer: { jsonrpc: '2.0', id: 1, result: 'Latchkey Polkadot' },
  })
  const { answer } = await post('/', call('rpc_methods'))
  expect(JSON.stringify(answer)).not.toContain('dev_')
  for (const method of ['dev_newBlock', 'dev_setStorage', 'dev_timeTravel', 'dev_setHead'])
    expect((await post('/', call(method))).answer).toMatchObject({ error: { code: -32_601 } })
  expect(await post('/devnet/mine', '')).toMatchObject({ status: 200 })
  expect(await post('/devnet/mine', '{"blocks":1000000}')).toMatchObject({ status: 400 })
  expect(await post('/devnet/fund', '{"address":"x","amount":"1"}')).toMatchObject({ status: 400 })
  expect(await post('/devnet/fund', `{"address":"${addressAt(2)}","amount":"0"}`)).toMatchObject({
    status: 400,
  })
  expect(await post('/devnet/setStorage', '{}')).toMatchObject({ status: 404 })
  expect(await post('/', 'x'.repeat(4_000_001))).toMatchObject({ status: 413 })

  const socket = new WebSocket(chain.url.replace('http:', 'ws:'))
  onTestFinished(() => socket.terminate())
  const messages: { id?: number; method?: string; params?: { result: { number: string } } }[] = []
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  await once(socket, 'open')
  socket.send(call('chain_subscribeNewHeads'))
  await expect.poll(() => messages.some(({ id }) => id === 1)).toBe(true)
  const { number } = await chain.mine()
  const newest = `0x${number.toString(16)}`
  await expect
    .poll(() =>
      messages.some(
        ({ method, params }) =>
          method === 'chain_newHead' && Number(params?.result.number) === Number(newest),
      ),
    )
    .toBe(true)
})

const parameter = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('0x', '0x26aa394eea5630e07c48ae0c9558cef7', `0x${'45'.repeat(32)}`, 5, -1, 1e21),
)

test('any call of any method has an answer, and the chain goes on', {
  timeout: 180_000,
}, async () => {
  const { methods } = (await chain.call('rpc_methods')) as { methods: readonly string[] }
  const socket = new WebSocket(chain.url.replace('http:', 'ws:'))
  onTestFinished(() => socket.terminate())
  const answered = new Set<unknown>()
  socket.on('message', (data) => answered.add((JSON.parse(String(data)) as { id?: unknown }).id))
  await once(socket, 'open')
  let id = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...methods),
      fc.array(parameter, { maxLength: 4 }),
      async (method, params) => {
        id += 1
        const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
        socket.send(body)
        const response = await fetch(chain.url, { method: 'POST', body })
        expect(await response.json()).toHaveProperty('jsonrpc', '2.0')
        await expect.poll(() => answered.has(id)).toBe(true)
      },
    ),
    { numRuns: 250 },
  )
  expect((await chain.mine()).number).toBeGreaterThan(1)
  expect(await accountAt(chain, addressAt(2))).toHaveProperty('nonce')
})

test('no change of a signed transaction is accepted', { timeout: 180_000 }, async () => {
  const good = await signedPayment(chain, polkadotKeyAt(5), { to: addressAt(2), amount: coin })
  const bytes = Buffer.from(good.slice(2), 'hex')
  const changes = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), {
    minLength: 1,
    maxLength: 4,
  })
  await fc.assert(
    fc.asyncProperty(changes, fc.nat(bytes.length), async (list, end) => {
      const changed = Buffer.from(bytes)
      for (const [at, value] of list) changed.writeUInt8(value, at)
      for (const one of [changed, changed.subarray(0, end)]) {
        if (one.equals(bytes)) continue
        const answer = chain.call('author_submitExtrinsic', `0x${one.toString('hex')}`)
        await expect(answer).rejects.toMatchObject({ name: 'RefusedCall' })
      }
    }),
    { numRuns: 60 },
  )
  expect(await chain.call('author_pendingExtrinsics')).toEqual([])
  expect(await chain.call('author_submitExtrinsic', good)).toMatch(/^0x[0-9a-f]{64}$/)
})

/** The processes with a text in their command. */
function processesWith(text: string): readonly string[] {
  const list = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' })
  return list.split('\n').filter((line) => line.includes(text))
}

test('after a kill nothing runs on and nothing is lost, and a restart shows the same', {
  timeout: startLimit,
}, async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'latchkey-polkadot-'))
  onTestFinished(() => rm(stateDir, { recursive: true, force: true, maxRetries: 20 }))
  const child = spawn(
    process.execPath,
    [...argsOf(new URL('testing/startKilled.entry.ts', import.meta.url)), stateDir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  const url = String(line).trim()
  const call = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = (await (await fetch(url, { method: 'POST', body })).json()) as Record<
      string,
      unknown
    >
    if (answer['error']) throw new Error(JSON.stringify(answer['error']))
    return answer['result']
  }
  const to = newAddress('killed')
  await fetch(`${url}/devnet/fund`, {
    method: 'POST',
    body: JSON.stringify({ address: to, amount: '50000000000' }),
  })
  const head = String(await call('chain_getFinalizedHead'))
  const events = '0x26aa394eea5630e07c48ae0c9558cef780d41e5e16056765bc8461851072c9d7'
  const eventsBefore = await call('state_getStorage', events, head)
  const next = { to, amount: 3n * coin }
  await call('author_submitExtrinsic', await signedPayment({ call }, polkadotKeyAt(0), next))
  const [runs] = processesWith('chainProcess.mjs').filter((of) => of.includes(` ${child.pid} `))
  expect(runs).toBeDefined()
  child.kill('SIGKILL')
  const pid = Number(runs?.trim().split(/\s+/)[0])
  await expect
    .poll(() => processesWith('chainProcess.mjs').some((of) => of.trim().startsWith(`${pid} `)))
    .toBe(false)

  const told: string[] = []
  const open = () => startPolkadotChain({ stateDir, onNotice: (text) => told.push(text) })
  const second = await open()
  try {
    expect(await second.call('state_getStorage', events, head)).toEqual(eventsBefore)
    await expect.poll(async () => (await accountAt(second, to)).free).toBe(8n * coin)
  } finally {
    await second.close()
  }
  expect(
    processesWith('chainProcess.mjs').filter((of) => of.includes(` ${process.pid} `)),
  ).toHaveLength(1)
  expect(told).toEqual([])
})

test('a chain that is closed while it starts leaves nothing behind', async () => {
  const abort = new AbortController()
  const starting = startPolkadotChain({ signal: abort.signal })
  setTimeout(() => abort.abort(), 300)
  await expect(starting).rejects.toThrow(/abort/i)
  expect(
    processesWith('chainProcess.mjs').filter((of) => of.includes(` ${process.pid} `)),
  ).toHaveLength(1)
})
