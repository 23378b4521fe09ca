import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { executor, sponsor } from '@latchkey/devnet/accounts'
import { entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import { argsOf } from '@latchkey/server/testing/programs'
import { shortRun } from '@latchkey/server/testing/shortRun'
import { startTestPostgres, type TestPostgres } from '@latchkey/server/testing/startTestPostgres'
import { keccak256, parseEther, parseGwei, type Hex } from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  authorize,
  chainClient,
  createOperator,
  payingProject,
  smartAccountsFor,
} from '../testing/smartAccountsOn.ts'
import { startTestApis } from '../testing/startTestApis.ts'

const { devnet, configs, start } = startTestApis()
const friend = `0x${'f3'.repeat(20)}` as const
const patience = { timeout: 120_000 }
const waiting = { timeout: 60_000 }

let postgres: TestPostgres
beforeAll(async () => void (postgres = await startTestPostgres()), 60_000)
afterAll(() => postgres.stop())

function chain() {
  const [found] = devnet().chains
  if (!found) throw new Error('no chain runs')
  return found
}

/** How often EntryPoint has handled each operation, by its hash. */
async function handled(hashes: readonly Hex[]): Promise<readonly number[]> {
  const client = chainClient(chain())
  const logs = await client.getContractEvents({
    address: entryPoint,
    abi: entryPoint07Abi,
    eventName: 'UserOperationEvent',
    fromBlock: 0n,
  })
  return hashes.map((hash) => logs.filter(({ args }) => args.userOpHash === hash).length)
}

/** Sends the upgrade of a new account, sponsored. */
async function sendUpgrade(api: string, value = 0n) {
  const operator = await createOperator(chain(), api)
  const authorization = await authorize(operator.owner, chain().chainId)
  const hash = await operator.bundler.sendUserOperation({
    calls: [{ to: friend, value }],
    authorization,
  })
  return { ...operator, hash }
}

/** A node in front of the chain's, which can withhold transactions. */
async function startNode() {
  const state = { isWithholding: false, withheld: [] as Hex[] }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', async () => {
      const { method, params, id } = JSON.parse(text)
      response.setHeader('content-type', 'application/json')
      if (method === 'eth_sendRawTransaction' && state.isWithholding) {
        state.withheld.push(params[0])
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result: `0x${'00'.repeat(32)}` }))
        return
      }
      const answer = await fetch(chain().url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: text,
      })
      response.end(await answer.text())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, state }
}

/** Starts the API as a process, as an operator does. */
async function startProcess(node: string, database: string, folder: string) {
  const [first] = configs()
  if (!first) throw new Error('no chain')
  await writeFile(join(folder, 'chains.json'), JSON.stringify([{ ...first, rpcUrls: [node] }]))
  const { paymaster } = chain().deployment.smartAccounts
  await writeFile(
    join(folder, 'accounts.json'),
    JSON.stringify({
      bundler: { confirmations: 1 },
      paymaster: {
        addresses: { 'eip155:31337': paymaster },
        policies: { [payingProject]: { contracts: '*', perDay: '1', accountPerDay: '1' } },
      },
    }),
  )
  const env = {
    ...process.env,
    PORT: '0',
    LATCHKEY_CHAINS: join(folder, 'chains.json'),
    LATCHKEY_DATABASE: database,
    LATCHKEY_LOOP_DELAY: '0',
    LATCHKEY_SMART_ACCOUNTS: join(folder, 'accounts.json'),
    LATCHKEY_EXECUTOR_KEYS: executor.privateKey,
    LATCHKEY_SPONSOR_KEY: sponsor.privateKey,
  }
  const child = spawn(
    process.execPath,
    [...shortRun, ...argsOf(new URL('../main.ts', import.meta.url))],
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  // the line is from our own process
  return { child, url: (JSON.parse(line) as { listening: string }).listening }
}

async function kill(child: ChildProcess): Promise<void> {
  const over = once(child, 'close')
  child.kill('SIGKILL')
  await over
}

test.each(['a folder', 'PostgreSQL'])(
  'an operation whose transaction was stored but not sent when the service was killed is sent once: %s',
  { timeout: 240_000 },
  async (kind) => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-operations-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const database = kind === 'PostgreSQL' ? await postgres.create() : join(folder, 'data')
    const node = await startNode()
    node.state.isWithholding = true
    const first = await startProcess(node.url, database, folder)
    const operators = await Promise.all([1, 2, 3].map(() => sendUpgrade(first.url)))
    const hashes = operators.map(({ hash }) => hash)
    await expect.poll(() => node.state.withheld.length, waiting).toBeGreaterThan(0)
    await kill(first.child)
    expect(await handled(hashes)).toEqual([0, 0, 0])
    const stored = new Set(node.state.withheld)
    node.state.withheld.length = 0
    node.state.isWithholding = false
    const second = await startProcess(node.url, database, folder)
    await expect.poll(() => handled(hashes), waiting).toEqual([1, 1, 1])
    const receipts = await Promise.all(
      operators.map(async ({ client, owner, hash }) => {
        const { bundler } = await createOperator(chain(), second.url)
        const receipt = await bundler.waitForUserOperationReceipt({ hash, timeout: 30_000 })
        expect(await client.getCode(owner)).toBeDefined()
        return receipt
      }),
    )
    expect(receipts.every(({ success }) => success)).toBe(true)
    // what was stored was sent as it was
    const client = chainClient(chain())
    for (const raw of stored)
      expect((await client.getTransactionReceipt({ hash: keccak256(raw) })).status).toBe('success')
  },
)

test('two APIs with one database include each of 60 operations once', patience, async () => {
  const database = await postgres.create()
  const options = { ...smartAccountsFor(devnet().chains), database }
  const apis = await Promise.all([start(options), start(options)])
  const sent = await Promise.all(
    Array.from({ length: 60 }, (_, index) => sendUpgrade(apis[index % 2] ?? '')),
  )
  const receipts = await Promise.all(
    sent.map(({ hash, bundler }) => bundler.waitForUserOperationReceipt({ hash, timeout: 60_000 })),
  )
  expect(receipts.every(({ success }) => success)).toBe(true)
  expect(new Set(await handled(sent.map(({ hash }) => hash)))).toEqual(new Set([1]))
  // operations that wait together share transactions
  const transactions = new Set(receipts.map(({ receipt }) => receipt.transactionHash))
  expect(transactions.size).toBeLessThan(60)
})

test('when the leading API ends, the other one goes on', patience, async () => {
  const database = await postgres.create()
  const options = { ...smartAccountsFor(devnet().chains), database }
  const { createApi } = await import('../createApi.ts')
  const { neverOverloaded } = await import('../testing/neverOverloaded.ts')
  const leading = createApi({ ...neverOverloaded, chains: configs(), ...options })
  const { url } = await leading.listen({ port: 0 })
  const one = await sendUpgrade(url)
  await one.bundler.waitForUserOperationReceipt({ hash: one.hash, timeout: 30_000 })
  const other = await start(options)
  await leading.close()
  const two = await sendUpgrade(other)
  const receipt = await two.bundler.waitForUserOperationReceipt({
    hash: two.hash,
    timeout: 60_000,
  })
  expect(receipt.success).toBe(true)
  const later = await createOperator(chain(), other)
  expect(await later.bundler.getUserOperationReceipt({ hash: one.hash })).toMatchObject({
    success: true,
  })
})

test(
  'an operation whose block was replaced is pending again, and is included again',
  patience,
  async () => {
    const api = await start(smartAccountsFor(devnet().chains, { confirmations: 10 }))
    const client = chainClient(chain())
    const { hash, bundler } = await sendUpgrade(api)
    await bundler.waitForUserOperationReceipt({ hash, timeout: 30_000 })
    await client.setAutomine(false)
    onTestFinished(() => client.setAutomine(true))
    await client.request({ method: 'anvil_rollback' as never, params: [1] as never }) // not in viem's types
    expect(await handled([hash])).toEqual([0])
    await expect(bundler.getUserOperationReceipt({ hash })).rejects.toThrow('could not be found')
    await client.setAutomine(true)
    await client.mine({ blocks: 1 })
    await expect.poll(() => handled([hash]), waiting).toEqual([1])
    const receipt = await bundler.waitForUserOperationReceipt({ hash, timeout: 30_000 })
    expect(receipt.success).toBe(true)
  },
)

test(
  'a transaction that is not mined gets higher fees, but not more than its operation pays; then its nonce is freed',
  patience,
  async () => {
    let ahead = 0
    const clock = { now: () => Date.now() + ahead }
    const client = chainClient(chain())
    const api = await start({ ...smartAccountsFor(devnet().chains), clock })
    const pending = async () => {
      const pool = await client.getTxpoolContent()
      const found = Object.entries(pool.pending).find(
        ([address]) => address.toLowerCase() === executor.address.toLowerCase(),
      )
      return Object.values(found?.[1] ?? {})
    }
    await client.setAutomine(false)
    onTestFinished(async () => {
      await client.setAutomine(true)
      await client.mine({ blocks: 1 })
    })
    const operator = await createOperator(chain(), api, { isSponsored: false })
    const { owner, bundler } = operator
    await client.setBalance({ address: owner.address, value: parseEther('5') })
    const { baseFeePerGas } = await client.getBlock()
    const cap = 4n * (baseFeePerGas ?? 0n) + parseGwei('2')
    const hash = await bundler.sendUserOperation({
      calls: [{ to: friend, value: 1n }],
      authorization: await authorize(owner, chain().chainId),
      maxFeePerGas: cap,
      maxPriorityFeePerGas: parseGwei('2'),
    })
    const feeOf = async () => BigInt((await pending())[0]?.maxFeePerGas ?? 0)
    await expect.poll(feeOf, waiting).toBeGreaterThan(0n)
    let before = await feeOf()
    const seen = [before]
    /** Lets time pass until something has happened. */
    const later = <value>(read: () => Promise<value>) =>
      expect.poll(
        async () => {
          ahead += 8_000
          return read()
        },
        { timeout: 60_000, interval: 250 },
      )
    for (let round = 0; round < 2; round++) {
      await later(feeOf).toBeGreaterThan(before)
      before = await feeOf()
      seen.push(before)
    }
    expect(seen.length).toBeGreaterThan(2)
    for (const fee of seen) expect(fee).toBeLessThanOrEqual(cap)
    expect(await pending()).toHaveLength(1)
    // after some minutes an empty transaction takes the nonce
    const targetOf = async () => (await pending())[0]?.to?.toLowerCase()
    await later(targetOf).toBe(executor.address.toLowerCase())
    await client.setAutomine(true)
    await client.mine({ blocks: 1 })
    await expect
      .poll(async () => bundler.getUserOperation({ hash }).catch(() => 'dropped'), waiting)
      .toBe('dropped')
    expect(await handled([hash])).toEqual([0])
    // the account may send the same again
    const again = await bundler.sendUserOperation({
      calls: [{ to: friend, value: 1n }],
      authorization: await authorize(owner, chain().chainId),
    })
    expect(
      (await bundler.waitForUserOperationReceipt({ hash: again, timeout: 30_000 })).success,
    ).toBe(true)
  },
)

test('an operation that another sender has included is found', patience, async () => {
  const api = await start(smartAccountsFor(devnet().chains))
  const client = chainClient(chain())
  await client.setAutomine(false)
  onTestFinished(async () => {
    await client.setAutomine(true)
    await client.mine({ blocks: 1 })
  })
  const { hash, bundler } = await sendUpgrade(api)
  const raws: Hex[] = []
  await expect
    .poll(async () => {
      const { pending } = await client.getTxpoolContent()
      const own = Object.entries(pending).find(
        ([address]) => address.toLowerCase() === executor.address.toLowerCase(),
      )
      const [transaction] = Object.values(own?.[1] ?? {})
      if (transaction) raws.push(transaction.input)
      return raws.length
    }, waiting)
    .toBeGreaterThan(0)
  // a thief copies the call of the executor, and is faster
  const thief = `0x${'cc'.repeat(20)}` as const
  await client.impersonateAccount({ address: thief })
  await client.setBalance({ address: thief, value: parseEther('1') })
  const { pending } = await client.getTxpoolContent()
  const own = Object.entries(pending).find(
    ([address]) => address.toLowerCase() === executor.address.toLowerCase(),
  )
  const [transaction] = Object.values(own?.[1] ?? {})
  const authorizationList = (transaction as unknown as { authorizationList: unknown[] })
    .authorizationList // anvil answers it, viem's type of the pool does not have it
  await client.request({
    method: 'eth_sendTransaction' as never,
    params: [
      {
        from: thief,
        to: entryPoint,
        data: raws[0],
        gas: '0x1e8480',
        maxFeePerGas: '0x2540be400',
        maxPriorityFeePerGas: '0x12a05f200',
        authorizationList,
      },
    ] as never,
  })
  await client.mine({ blocks: 1 })
  await client.setAutomine(true)
  await expect.poll(() => handled([hash]), waiting).toEqual([1])
  const receipt = await bundler.waitForUserOperationReceipt({ hash, timeout: 60_000 })
  expect(receipt.success).toBe(true)
})

test('what was signed and not used in time is free again', patience, async () => {
  let ahead = 0
  const clock = { now: () => Date.now() + ahead }
  // enough for one reservation, not for two
  const policy = { contracts: '*', perDay: '1', accountPerDay: '0.0009' }
  const api = await start({ ...smartAccountsFor(devnet().chains, { policy }), clock })
  const { bundler, owner } = await createOperator(chain(), api)
  const authorization = await authorize(owner, chain().chainId)
  const calls = [{ to: friend }]
  const fees = { maxFeePerGas: parseGwei('2'), maxPriorityFeePerGas: parseGwei('1') }
  const sign = (nonce: bigint) =>
    bundler.prepareUserOperation({ calls, authorization, nonce, ...fees })
  await sign(0n)
  await expect(sign(1n)).rejects.toThrow('pays for no more of this account today')
  await sign(0n) // the same nonce counts once
  ahead += 800_000
  await expect
    .poll(async () => (await sign(1n).catch(() => undefined))?.paymasterData, waiting)
    .toMatch(/^0x/)
})
