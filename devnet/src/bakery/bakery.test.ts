import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  delegationTypedData,
  disableCall,
  raiseNonceCall,
  readContext,
  rootAuthority,
  writeContext,
  type SignedDelegation,
} from '@latchkey/protocol/sessions/delegation'
import { readCaveats, writeCaveats } from '@latchkey/protocol/sessions/caveats'
import { enforcers } from '@latchkey/protocol/sessions/enforcers'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import { delegationManager, delegator } from '@latchkey/protocol/smartAccounts/contracts'
import {
  createTestClient,
  encodeAbiParameters,
  erc20Abi,
  http,
  parseAbi,
  parseEther,
  publicActions,
  walletActions,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { bakery as bakeryAccount } from '../accounts.ts'
import { startDevnet, type Devnet } from '../startDevnet.ts'
import { createBakery, type BakeryOptions } from './createBakery.ts'
import { createStore } from './createStore.ts'
import { readPermission } from './permission.ts'
import { startBakery } from './startBakery.ts'

const price = 4_000_000n
/** Seconds. Long enough that no test gets a second loaf by waiting. */
const day = 3_600
const till: Address = `0x${'71'.repeat(20)}`
const spender = privateKeyToAccount(bakeryAccount.privateKey)

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ ports: 'free' })
  await client().setBalance({ address: spender.address, value: parseEther('1') })
}, 60_000)
afterAll(() => devnet.close())

test('a loaf a day is paid, once, and goes on after a restart', { timeout: 30_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bakery-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'subscriptions.json')
  const { account, context, start } = await grant()
  const first = await open({ file })
  expect(await first.subscribe(context)).toMatchObject({ loaves: 0, hasEnded: false })
  await expect
    .poll(() => first.read(account.address), { timeout: 10_000 })
    .toMatchObject({
      loaves: 1,
      next: start + day,
    })
  expect(await received(account.address)).toBe(1)
  await first.subscribe(context) // a second time it changes nothing
  await first.close()

  const second = await open({ file })
  expect(second.read(account.address)).toMatchObject({ loaves: 1, hasEnded: false })
  await wait(500)
  expect(second.read(account.address)).toMatchObject({ loaves: 1 })
  expect(await received(account.address)).toBe(1)

  await client().increaseTime({ seconds: day })
  await client().mine({ blocks: 1 })
  await expect
    .poll(() => second.read(account.address), { timeout: 10_000 })
    .toMatchObject({ loaves: 2, next: start + 2 * day })
  expect(await received(account.address)).toBe(2)
})

test('a payment whose end was not seen is not paid again', { timeout: 30_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bakery-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'subscriptions.json')
  const { account, context } = await grant({ amount: 3n * price })
  await client().setAutomine(false)
  onTestFinished(() => client().setAutomine(true))
  const first = await open({ file })
  await first.subscribe(context)
  const pool = async () => (await client().getTxpoolStatus()).pending
  await expect.poll(pool, { timeout: 10_000 }).toBe(1)
  await first.close() // as a crash after the sending
  await client().mine({ blocks: 1 })
  expect(await received(account.address)).toBe(1)
  await client().setAutomine(true)

  const second = await open({ file })
  await expect
    .poll(() => second.read(account.address), { timeout: 10_000 })
    .toMatchObject({ loaves: 1 })
  await wait(500)
  expect(await received(account.address)).toBe(1)
})

test('a payment that never left is sent after the restart, once', {
  timeout: 30_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bakery-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'subscriptions.json')
  const { account, context } = await grant({ amount: 3n * price })
  await client().setAutomine(false)
  onTestFinished(() => client().setAutomine(true))
  const first = await open({ file })
  await first.subscribe(context)
  const pool = async () => (await client().getTxpoolStatus()).pending
  await expect.poll(pool, { timeout: 10_000 }).toBe(1)
  await first.close()
  // the node forgets it, as if it had never been sent
  await client().request({ method: 'anvil_dropAllTransactions' } as never) // viem's types lack it
  expect(await pool()).toBe(0)
  await client().setAutomine(true)
  const second = await open({ file })
  await expect
    .poll(() => second.read(account.address), { timeout: 10_000 })
    .toMatchObject({ loaves: 1 })
  expect(await received(account.address)).toBe(1)
})

test('after the visitor has ended the permission no loaf is paid, and the reason is given', {
  timeout: 60_000,
}, async () => {
  for (const end of [
    ({ signed }: Grant) => ({ to: delegationManager, data: disableCall(signed) }) as const,
    () => ({ to: enforcers.nonce, data: raiseNonceCall() }) as const,
  ]) {
    const granted = await grant()
    const { account, context } = granted
    const shop = await open()
    await shop.subscribe(context)
    await expect.poll(() => shop.read(account.address)?.loaves, { timeout: 10_000 }).toBe(1)
    await client().sendTransaction({ account, ...end(granted) })
    await nextDay()
    await expect
      .poll(() => shop.read(account.address), { timeout: 10_000 })
      .toMatchObject({ loaves: 1, hasEnded: true, problem: { code: 'revoked' } })
    await shop.close()
    expect(await received(account.address)).toBe(1)
    await expect(shop.subscribe(context)).rejects.toThrow('You ended the permission.')
  }
})

test('what can change is tried again: no tokens, a paused network, an account that was turned off', {
  timeout: 60_000,
}, async () => {
  const { account, context } = await grant()
  const shop = await open()
  await shop.subscribe(context)
  await expect.poll(() => shop.read(account.address)?.loaves, { timeout: 10_000 }).toBe(1)
  const problem = async (code: string) => {
    await nextDay()
    await expect
      .poll(() => shop.read(account.address), { timeout: 10_000 })
      .toMatchObject({ loaves: 1, hasEnded: false, problem: { code } })
  }
  await deal(account.address, 0n)
  await problem('noFunds')
  await deal(account.address, 100n * price)
  const code = (await client().getCode(account)) ?? '0x'
  await client().setCode({ address: account.address, bytecode: '0x' })
  await problem('notSmart')
  await client().setCode({ address: account.address, bytecode: code })
  const owner = await client().readContract({
    address: delegationManager,
    abi: ownerAbi,
    functionName: 'owner',
  })
  await client().impersonateAccount({ address: owner })
  await client().setBalance({ address: owner, value: parseEther('1') })
  const manage = (functionName: 'pause' | 'unpause') =>
    client().writeContract({
      account: owner,
      address: delegationManager,
      abi: ownerAbi,
      functionName,
    })
  await manage('pause')
  await problem('paused')
  // permissions can still be ended
  const other = await grant()
  for (const call of [
    { to: delegationManager, data: disableCall(other.signed) },
    { to: enforcers.nonce, data: raiseNonceCall() },
  ] as const) {
    const hash = await client().sendTransaction({ account: other.account, ...call })
    expect((await client().waitForTransactionReceipt({ hash })).status).toBe('success')
  }
  await manage('unpause')
  await expect(shop.subscribe(other.context)).rejects.toThrow('You ended the permission.')
  await nextDay()
  await expect
    .poll(() => shop.read(account.address), { timeout: 10_000 })
    .toMatchObject({
      loaves: 2,
    })
  expect(shop.read(account.address)?.problem).toBeUndefined()
})

test('a permission is refused that is not for this bakery, or that the chain refuses', {
  timeout: 30_000,
}, async () => {
  const shop = await open()
  const refused = async (changed: Parameters<typeof grant>[0], reason: string) =>
    expect(shop.subscribe((await grant(changed)).context), reason).rejects.toThrow(reason)
  await refused({ spender: till, redeemers: [till] }, 'another account')
  await refused({ token: till }, 'another token')
  await refused({ payee: `0x${'72'.repeat(20)}` }, 'another recipient')
  await refused({ amount: price - 1n }, 'less than a loaf')
  await refused({ period: day + 1 }, 'one loaf each day')
  await refused({ startIn: 500 }, 'not begun')
  await refused({ lasts: -10 }, 'reached its end')
  await refused({ nonce: 7n }, 'You ended the permission.')
  await refused({ redeemers: [till] }, 'refused')
  await refused({ isPlain: true }, 'no smart account')
  await refused({ chainId: 1 }, 'refused') // signed for another network
  const { account, context, signed } = await grant()
  for (const other of ['0x', context.slice(0, -200), contextOf([signed, signed])])
    await expect(shop.subscribe(other as Hex)).rejects.toThrow('no permission')
  // a forged permission of another visitor does not replace the subscription
  await shop.subscribe(context)
  const forged = writeContext({ ...signed, salt: signed.salt + 1n })
  await expect(shop.subscribe(forged)).rejects.toThrow('refused')
  await expect.poll(() => shop.read(account.address)?.loaves, { timeout: 10_000 }).toBe(1)
})

test('it reads what the wallet reads', async () => {
  const { context, account, start } = await grant()
  const delegation = readContext(context)
  const terms = delegation && readCaveats(delegation.caveats)
  expect(terms?.what).toEqual({
    kind: 'periodic',
    token: usdc().toLowerCase(),
    amount: price,
    period: day,
    startTime: start,
  })
  expect(readPermission(context)).toEqual({
    account: account.address,
    spender: spender.address,
    token: usdc(),
    amount: price,
    period: day,
    start,
    end: terms?.expiry,
    payee: till,
  })
})

test('the server answers its pages alone, and bad requests in words', {
  timeout: 30_000,
}, async () => {
  const origin = 'http://localhost:5173'
  const { file: _, ...options } = optionsOf()
  const server = await startBakery({ ...options, port: 0, origins: [origin] })
  onTestFinished(() => server.close())
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${server.url}${path}`, init)
    return { status: response.status, headers: response.headers, body: await response.text() }
  }
  const post = (body: unknown) =>
    ask('/subscriptions', { method: 'POST', body: JSON.stringify(body), headers: { origin } })
  const menu = await ask('/menu', { headers: { origin } })
  expect(menu.headers.get('access-control-allow-origin')).toBe(origin)
  expect(JSON.parse(menu.body)).toEqual({
    chainId: 31_337,
    spender: spender.address,
    till,
    token: usdc(),
    price: String(price),
    day,
  })
  const foreign = await ask('/menu', { headers: { origin: 'http://localhost:1' } })
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  const { account, context } = await grant()
  const read = async (address: string) => JSON.parse((await ask(`/subscriptions/${address}`)).body)
  expect(await read(account.address)).toEqual({ subscription: null })
  expect((await ask('/subscriptions/0x12')).status).toBe(400)
  for (const body of [[], 1, {}, { chainId: 1, context }, { chainId: 31_337, context: '0x' }])
    expect((await post(body)).status).toBe(400)
  expect((await post({ chainId: 31_337, context, account: till })).status).toBe(400)
  expect((await post({ chainId: 31_337, context: `0x${'0'.repeat(50_000)}` })).status).toBe(413)
  expect((await ask('/subscriptions', { method: 'POST', body: '{' })).status).toBe(400)
  expect((await ask('/subscriptions', { method: 'DELETE' })).status).toBe(405)
  expect((await ask('/other')).status).toBe(404)
  const done = await post({ chainId: 31_337, context, account: account.address })
  expect(done.status).toBe(200)
  const subscription = { account: account.address, hasEnded: false }
  expect(JSON.parse(done.body)).toMatchObject({ subscription })
  expect(await read(account.address.toLowerCase())).toMatchObject({ subscription })
})

test('a file that cannot be read is no empty file, and a failed save keeps nothing from the next', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bakery-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await expect(createStore(folder)).rejects.toThrow('EISDIR')
  const file = join(folder, 'shelf', 'subscriptions.json')
  const store = await createStore(file)
  await expect(store.save()).rejects.toThrow('ENOENT')
  await mkdir(join(folder, 'shelf'))
  await store.save()
  expect(await readFile(file, 'utf8')).toBe('[]')
})

test('whoever sends slowly takes nobody’s place', { timeout: 30_000 }, async () => {
  const { file: _, ...options } = optionsOf()
  const server = await startBakery({ ...options, port: 0, origins: [] })
  onTestFinished(() => server.close())
  const head = 'POST /subscriptions HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99\r\n\r\n{'
  for (let count = 0; count < 40; count++) {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    await new Promise((resolve) => socket.write(head, resolve))
  }
  await wait(100)
  const { account, context } = await grant()
  const body = JSON.stringify({ chainId: chainOf().chainId, context, account: account.address })
  expect((await fetch(`${server.url}/menu`)).status).toBe(200)
  const done = await fetch(`${server.url}/subscriptions`, { method: 'POST', body })
  expect(done.status).toBe(200)
})

test('subscriptions that have ended make room', { timeout: 30_000 }, async () => {
  const shop = await open({ most: 1 })
  const [first, second] = [await grant(), await grant()]
  await shop.subscribe(first.context)
  await expect.poll(() => shop.read(first.account.address)?.loaves, { timeout: 10_000 }).toBe(1)
  await expect(shop.subscribe(second.context)).rejects.toThrow('sold out')
  const ending = { account: first.account, to: delegationManager, chain: null } as const
  await client().waitForTransactionReceipt({
    hash: await client().sendTransaction({ ...ending, data: disableCall(first.signed) }),
  })
  await nextDay()
  await expect
    .poll(() => shop.read(first.account.address)?.hasEnded, { timeout: 10_000 })
    .toBe(true)
  expect(await shop.subscribe(second.context)).toMatchObject({ hasEnded: false })
  expect(shop.read(first.account.address)).toBeUndefined()
})

const ownerAbi = parseAbi([
  'function owner() view returns (address)',
  'function pause()',
  'function unpause()',
])

function chainOf() {
  const [chain] = devnet.chains
  if (!chain) throw new Error('no chain runs')
  return chain
}

const usdc = (): Address =>
  chainOf().deployment.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? zeroAddress

const client = () =>
  createTestClient({
    mode: 'anvil',
    chain: { ...foundry, id: chainOf().chainId },
    transport: http(chainOf().url),
    pollingInterval: 20,
  })
    .extend(publicActions)
    .extend(walletActions)

const optionsOf = (changed: Partial<BakeryOptions> = {}): BakeryOptions => ({
  chainId: chainOf().chainId,
  rpcUrl: chainOf().url,
  spender,
  till,
  token: usdc(),
  price,
  day,
  tick: 100,
  ...changed,
})

async function open(changed: Partial<BakeryOptions> = {}) {
  const shop = await createBakery(optionsOf(changed))
  onTestFinished(() => shop.close())
  return shop
}

async function nextDay(): Promise<void> {
  await client().increaseTime({ seconds: day })
  await client().mine({ blocks: 1 })
}

const deal = (address: Address, amount: bigint) =>
  client().request({
    method: 'anvil_dealERC20',
    params: [address, usdc(), `0x${amount.toString(16)}`],
  } as never) // the cast: viem's types do not know this method

type Grant = {
  account: PrivateKeyAccount
  context: Hex
  signed: SignedDelegation
  start: number
}

/** A permission of a new smart account with tokens. */
async function grant(
  changed: {
    spender?: Address
    redeemers?: readonly Address[]
    token?: Address
    payee?: Address
    amount?: bigint
    period?: number
    startIn?: number
    lasts?: number
    nonce?: bigint
    chainId?: number
    isPlain?: boolean
  } = {},
): Promise<Grant> {
  const { amount = price, period = day, lasts = 30 * day, nonce = 0n, isPlain = false } = changed
  const { token = usdc(), payee = till, startIn = 0, chainId = chainOf().chainId } = changed
  const account = privateKeyToAccount(generatePrivateKey())
  if (!isPlain)
    await client().setCode({
      address: account.address,
      bytecode: `0xef0100${delegator.slice(2).toLowerCase()}`,
    })
  await client().setBalance({ address: account.address, value: parseEther('1') })
  await deal(account.address, 100n * price)
  const now = Number((await client().getBlock()).timestamp)
  const start = Math.max(now, Math.floor(Date.now() / 1_000)) + startIn
  const terms: SessionTerms = {
    what: { kind: 'periodic', token, amount, period, startTime: start },
    payees: [payee],
    expiry: start + lasts,
    redeemers: changed.redeemers ?? [spender.address],
    nonce,
  }
  const delegation = {
    delegate: changed.spender ?? spender.address,
    delegator: account.address,
    authority: rootAuthority,
    caveats: writeCaveats(terms),
    salt: BigInt(generatePrivateKey()),
  }
  const signature = await account.signTypedData(delegationTypedData(delegation, chainId))
  const signed = { ...delegation, signature }
  return { account, context: writeContext(signed), signed, start }
}

const contextOf = (delegations: readonly SignedDelegation[]): Hex =>
  encodeAbiParameters(
    [
      {
        type: 'tuple[]',
        components: [
          { name: 'delegate', type: 'address' },
          { name: 'delegator', type: 'address' },
          { name: 'authority', type: 'bytes32' },
          {
            name: 'caveats',
            type: 'tuple[]',
            components: [
              { name: 'enforcer', type: 'address' },
              { name: 'terms', type: 'bytes' },
              { name: 'args', type: 'bytes' },
            ],
          },
          { name: 'salt', type: 'uint256' },
          { name: 'signature', type: 'bytes' },
        ],
      },
    ],
    [delegations],
  )

/** How many loaves the account has paid for. */
async function received(from: Address): Promise<number> {
  const events = await client().getContractEvents({
    address: usdc(),
    abi: erc20Abi,
    eventName: 'Transfer',
    args: { from, to: till },
    fromBlock: 0n,
  })
  expect(events.every(({ args }) => args.value === price)).toBe(true)
  return events.length
}
