import { readContext, writeContext } from '@latchkey/protocol/sessions/delegation'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { parseEther } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startDevnet } from '../../../../../devnet/src/startDevnet.ts'
import type { Devnet } from '../../../../../devnet/src/startDevnet.ts'
import { estimateSmart } from '../approve/transaction/estimateSmart.ts'
import { fault } from '../bridge/Fault.ts'
import {
  countPermissions,
  loadPermissions,
} from '../screens/settings/permissions/loadPermissions.ts'
import { readAllGrants } from './allGrants.ts'
import { awaitEnd, planAfter, planEnd, sendEnd } from './endSessions.ts'
import { findReusable } from './findReusable.ts'
import { grantStateOf } from './grantState.ts'
import { readChainFacts } from './readChainFacts.ts'
import type { ExecutionPermission } from './requestExecutionPermissions.ts'
import { shop, startEnding } from './testing/startEnding.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ ports: 'free' })
})
afterAll(() => devnet.close())

const other = 'https://other.example'
const payee: Hex = '0x00000000000000000000000000000000000a11ce'
const revoke = 'wallet_revokeExecutionPermission'
const list = 'wallet_getGrantedExecutionPermissions'
type Ending = Awaited<ReturnType<typeof startEnding>>

const contextsOf = async ({ ask }: Ending, origin = shop) =>
  (await ask<readonly ExecutionPermission[]>(list, [], origin)).map(({ context }) => context)

test('a site ends its permission, which the chain refuses from then on', async () => {
  const ending = await startEnding(devnet)
  const { grant, ask, redeem, state, server } = ending
  const [first, second] = [await grant(), await grant()]
  expect(await redeem(first, 40n)).toBe(true)
  expect(await contextsOf(ending)).toEqual([second.context, first.context])
  const parameters = [{ permissionContext: first.context }]
  expect(await ask(revoke, parameters)).toEqual({})
  expect(state.shown).toHaveLength(1)
  expect(await redeem(first, 1n)).toBe(false)
  expect(await redeem(second, 1n)).toBe(true)
  expect(await contextsOf(ending)).toEqual([second.context])
  // it has ended, so there is nothing to approve
  expect(await ask(revoke, parameters)).toEqual({})
  expect(state.shown).toHaveLength(1)
  expect(server.grants.map(({ context, endedAt }) => [context, endedAt])).toContainEqual([
    first.context,
    1,
  ])
  // the form of 2024
  expect(await ask('wallet_revokePermissions', [{ permissionContext: second.context }])).toEqual({})
  expect(await redeem(second, 1n)).toBe(false)
  expect(await contextsOf(ending)).toEqual([])
})

test('EIP-2255’s revocation still means the account', async () => {
  const { ask, wallet, state } = await startEnding(devnet)
  expect(await ask('wallet_revokePermissions', [{ eth_accounts: {} }])).toBe(null)
  expect(await wallet.store.get(`consent:${shop}`)).toBeUndefined()
  expect(state.shown).toEqual([])
})

test('a visitor who declines keeps the permission', async () => {
  const { grant, ask, redeem, state } = await startEnding(devnet)
  const granted = await grant()
  state.decide = () => false
  await expect(ask(revoke, [{ permissionContext: granted.context }])).rejects.toMatchObject({
    code: 4001,
  })
  expect(await redeem(granted, 1n)).toBe(true)
})

test('a site neither sees nor ends permissions of other sites', async () => {
  const ending = await startEnding(devnet)
  const { grant, ask, redeem, state, wallet } = ending
  const granted = await grant()
  await wallet.store.set(`consent:${other}`, 'user')
  expect(await contextsOf(ending, other)).toEqual([])
  await expect(ask(revoke, [{ permissionContext: granted.context }], other)).rejects.toMatchObject({
    code: 4100,
  })
  expect(state.shown).toEqual([])
  expect(await redeem(granted, 1n)).toBe(true)
  await expect(ask(list, [], 'https://no-login.example')).rejects.toMatchObject({ code: 4100 })
})

test('contexts that the account has not signed for a network are refused without a screen', async () => {
  const { grant, ask, state } = await startEnding(devnet)
  const { context } = await grant()
  const delegation = readContext(context)
  if (!delegation) throw new Error('not readable')
  const others = [
    undefined,
    '',
    '0x',
    `${context}00`,
    writeContext({ ...delegation, signature: `0x${'11'.repeat(65)}` }),
    writeContext({ ...delegation, salt: delegation.salt + 1n }),
    writeContext({ ...delegation, caveats: [] }),
    writeContext({ ...delegation, authority: `0x${'12'.repeat(32)}` }),
  ]
  for (const permissionContext of others)
    await expect(
      ask(revoke, [{ permissionContext }]),
      String(permissionContext).slice(0, 40),
    ).rejects.toMatchObject({ code: -32602 })
  await expect(
    ask(revoke, [
      { permissionContext: writeContext({ ...delegation, delegator: `0x${'34'.repeat(20)}` }) },
    ]),
  ).rejects.toMatchObject({ code: 4100 })
  await expect(ask(revoke, [])).rejects.toMatchObject({ code: -32602 })
  expect(state.shown).toEqual([])
})

test('a permission that this browser does not know is found on its network', async () => {
  const { grant, ask, state, wallet, networkOf } = await startEnding(devnet)
  const chain = devnet.chains[1]
  const granted = await grant({}, { chain })
  for (const name of await wallet.store.names('grant:')) await wallet.store.delete(name)
  expect(await ask(revoke, [{ permissionContext: granted.context }])).toEqual({})
  expect(state.shown).toMatchObject([{ params: { network: networkOf(chain) } }])
})

test('the operator’s paymaster pays, and the visitor does where it refuses', async () => {
  const { grant, ask, redeem, state, client, address } = await startEnding(devnet, {
    hasPaymaster: true,
  })
  const [first, second] = [await grant(), await grant()]
  const balance = await client.getBalance({ address })
  await ask(revoke, [{ permissionContext: first.context }])
  expect(await client.getBalance({ address })).toBe(balance)
  expect(await redeem(first, 1n)).toBe(false)
  const [url] = state.calls.flatMap(({ path }) => (path === '/v1/paymaster' ? [path] : []))
  expect(url).toBeDefined()
  // it agrees first, and refuses to sign
  state.answer = ({ method }) =>
    method === 'pm_getPaymasterData' ? { error: { code: -32500, message: 'no' } } : undefined
  await ask(revoke, [{ permissionContext: second.context }])
  expect(state.shown.map(({ estimate }) => estimate.operation?.sponsor?.name)).toEqual([
    'Shop',
    'Shop',
    undefined,
  ])
  expect(await redeem(second, 1n)).toBe(false)
  expect(await client.getBalance({ address })).toBeLessThan(balance)
})

test.each([-32_603, -32_500])(
  'a bundler that does not take the end, with %i, keeps no permission alive: the visitor pays',
  async (code) => {
    const { grant, ask, redeem, state } = await startEnding(devnet, { hasPaymaster: true })
    const granted = await grant()
    state.answer = ({ method }) =>
      method === 'eth_sendUserOperation' ? { error: { code, message: 'no' } } : undefined
    await ask(revoke, [{ permissionContext: granted.context }])
    expect(state.shown.map(({ estimate }) => estimate.operation !== undefined)).toEqual([
      true,
      false,
    ])
    expect(await redeem(granted, 1n)).toBe(false)
  },
)

test('after an end that got into no block, the visitor goes on without bundler and paymaster', async () => {
  const { grant, wallet, networkOf, address, signal } = await startEnding(devnet, {
    hasPaymaster: true,
  })
  const plan = await planEnd(wallet, networkOf(), { address, grant: await grant(), signal })
  const { smart } = plan
  const estimate = smart && (await estimateSmart(wallet, networkOf(), { ...plan, smart, signal }))
  if (!estimate?.operation) throw new Error('nobody pays')
  const { operation, costs } = estimate
  for (const name of ['unavailable', 'transactionRejected', 'sponsorRefused'] as const) {
    const next = planAfter(fault(name), plan, { operation, costs })
    expect(next?.smart?.paymaster).toBeUndefined()
    expect(next?.smart?.callData).toBe(smart?.callData)
    // of an ordinary transaction there is nothing less
    expect(planAfter(fault(name), plan, { costs })).toBeUndefined()
  }
  expect(planAfter(fault('userRejected'), plan, { operation, costs })).toBeUndefined()
})

test('raising the account’s number ends all permissions of a network, and those of no other', async () => {
  const ending = await startEnding(devnet)
  const { grant, redeem, wallet, networkOf, address, signal } = ending
  const [first, second] = [await grant(), await grant({}, { origin: other })]
  const elsewhere = await grant({}, { chain: devnet.chains[1] })
  const plan = await planEnd(wallet, networkOf(), { address, grant: undefined, signal })
  const approved = await wallet.stage.ask<typeof plan, { costs: [] }>({ params: plan } as never) // the test's stage
  await awaitEnd(wallet, plan, await sendEnd(wallet, plan, approved), signal)
  expect([await redeem(first, 1n), await redeem(second, 1n)]).toEqual([false, false])
  expect(await contextsOf(ending)).toEqual([elsewhere.context])
})

test('a permission with a number that the account reaches later has not ended, and can be ended', async () => {
  const ending = await startEnding(devnet)
  const { grant, ask, redeem, state, wallet, networkOf, address, signal } = ending
  const network = networkOf()
  // a node that reports too high a number at the grant
  const { call } = wallet.server
  const selector = '0x2bd4ed21' // currentNonce
  wallet.server.call = async (entry, params, options) => {
    const answer = await call(entry, params, options)
    return JSON.stringify(params).includes(selector)
      ? ({ result: `0x${'1'.padStart(64, '0')}` } as never) // the form of this answer
      : answer
  }
  const granted = await grant()
  wallet.server.call = call
  expect(granted.terms.nonce).toBe(1n)
  expect(await redeem(granted, 1n)).toBe(false)
  const read = async () =>
    grantStateOf(
      granted,
      await readChainFacts(wallet, network, { account: address, grants: [granted], signal }),
      0,
    ).status
  expect(await read()).toBe('paused')
  // the site may ask to end it, which takes a transaction
  expect(await ask(revoke, [{ permissionContext: granted.context }])).toEqual({})
  expect(state.shown).toHaveLength(1)
  expect(await read()).toBe('ended')
})

test('a browser whose clock is wrong lists what still counts', async () => {
  const ending = await startEnding(devnet)
  const { grant, wallet, signal } = ending
  const granted = await grant()
  const now = Date.now.bind(Date)
  Object.assign(wallet.server, { now })
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 30 * 86_400_000)
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await contextsOf(ending)).toEqual([granted.context])
  const { permissions } = await loadPermissions(wallet, signal)
  expect(permissions.map(({ state }) => state.status)).toEqual(['active'])
  expect(await countPermissions(wallet, signal)).toBe(1)
})

test('what a network says: used and left, used up, ended, paused, later, unknown', async () => {
  const { grant, redeem, wallet, networkOf, address, signal, client, ask } =
    await startEnding(devnet)
  const network = networkOf()
  const startTime = Number((await client.getBlock()).timestamp) - 10
  const grants = {
    fresh: await grant(),
    used: await grant(),
    full: await grant(),
    twice: await grant({ maxUses: 2n }),
    once: await grant({ maxUses: 1n }),
    later: await grant({ what: { kind: 'allowance', amount: 9n, startTime: startTime + 86_400 } }),
    daily: await grant({ what: { kind: 'periodic', amount: 9n, period: 86_400, startTime } }),
    stream: await grant({
      what: {
        kind: 'stream',
        initialAmount: 50n,
        amountPerSecond: 1n,
        maxAmount: 60n,
        startTime,
      },
    }),
    ended: await grant(),
  }
  for (const [one, value] of [
    [grants.used, 30n],
    [grants.full, 100n],
    [grants.twice, 1n],
    [grants.once, 1n],
    [grants.daily, 9n],
    [grants.stream, 60n],
  ] as const)
    expect(await redeem(one, value)).toBe(true)
  await ask(revoke, [{ permissionContext: grants.ended.context }])
  const read = () =>
    readChainFacts(wallet, network, { account: address, grants: Object.values(grants), signal })
  const facts = await read()
  const statesOf = (found: typeof facts | undefined, now = facts.time) =>
    Object.fromEntries(
      Object.entries(grants).map(([name, one]) => [name, grantStateOf(one, found, now)]),
    )
  expect(statesOf(facts)).toEqual({
    fresh: { status: 'active', amount: { taken: 0n, left: 100n } },
    used: { status: 'active', amount: { taken: 30n, left: 70n } },
    full: { status: 'usedUp', amount: { taken: 100n, left: 0n } },
    twice: {
      status: 'active',
      amount: { taken: 1n, left: 99n },
      uses: { taken: 1n, left: 1n },
    },
    once: {
      status: 'usedUp',
      amount: { taken: 1n, left: 99n },
      uses: { taken: 1n, left: 0n },
    },
    later: { status: 'later', amount: { taken: 0n, left: 0n } },
    daily: { status: 'active', amount: { taken: 9n, left: 0n } },
    stream: { status: 'usedUp', amount: { taken: 60n, left: 0n } },
    ended: { status: 'ended', amount: { taken: 0n, left: 100n } },
  })
  // what is not taken in a period lapses, and the next one begins
  expect(statesOf(facts, startTime + 86_400)['daily']).toEqual({
    status: 'active',
    amount: { taken: 0n, left: 9n },
  })
  expect(statesOf(facts, grants.fresh.terms.expiry)).toMatchObject({
    fresh: { status: 'expired' },
    ended: { status: 'ended' },
  })
  expect(statesOf(undefined)).toMatchObject({ fresh: { status: 'unknown' } })
  // without its code, the account's permissions can't be used
  await client.setCode({ address, bytecode: '0x' })
  expect(statesOf(await read())).toMatchObject({
    fresh: { status: 'paused' },
    ended: { status: 'ended' },
  })
  const code = await client.getCode({ address: delegationManager })
  await client.setCode({ address: delegationManager, bytecode: `${code ?? '0x'}00` })
  expect((await read()).isInUse).toBe(false)
  await client.setCode({ address: delegationManager, bytecode: code ?? '0x' })
})

test('a permission whose number is too high has not ended, and the visitor can end it', async () => {
  const { grant, ask, redeem, state, wallet, networkOf, address, signal } =
    await startEnding(devnet)
  // at the grant, a node reports the number that the account has after it has ended all
  state.answer = ({ method, params }) =>
    method === 'eth_call' && JSON.stringify(params).includes('0x2bd4ed21')
      ? { result: `0x${'1'.padStart(64, '0')}` }
      : undefined
  const [sleeping, other] = [await grant(), await grant()]
  state.answer = () => undefined
  expect(await redeem(sleeping, 1n)).toBe(false)
  const statuses = async () => {
    const grants = [sleeping, other]
    const facts = await readChainFacts(wallet, networkOf(), { account: address, grants, signal })
    return grants.map((one) => grantStateOf(one, facts, facts.time).status)
  }
  expect(await statuses()).toEqual(['paused', 'paused'])
  await ask(revoke, [{ permissionContext: sleeping.context }])
  expect(state.shown).toHaveLength(1)
  expect(await statuses()).toEqual(['ended', 'paused'])
  // what ends all others lets the second one count
  const plan = await planEnd(wallet, networkOf(), { address, grant: undefined, signal })
  const approved = await wallet.stage.ask<typeof plan, { costs: [] }>({ params: plan } as never) // the test's stage
  await awaitEnd(wallet, plan, await sendEnd(wallet, plan, approved), signal)
  expect(await statuses()).toEqual(['ended', 'active'])
  expect([await redeem(sleeping, 1n), await redeem(other, 1n)]).toEqual([false, true])
})

test('a node that fails, or answers in another form, is unknown and never none', async () => {
  const { grant, ask, state, wallet, networkOf, address, signal } = await startEnding(devnet)
  const granted = await grant()
  const hostile: unknown[] = [
    { error: { code: -32603, message: 'down' } },
    { result: '0x' },
    { result: null },
    { result: `0x${'00'.repeat(64)}` },
    { result: `0x${'ff'.repeat(4_000)}` },
    { result: `0x${'0'.repeat(62)}20${'0'.repeat(62)}04${'0'.repeat(64 * 40)}` },
  ]
  for (const answer of hostile) {
    state.answer = ({ method }) => (method === 'eth_call' ? answer : undefined)
    await expect(ask(list, [])).rejects.toThrow()
    await expect(
      readChainFacts(wallet, networkOf(), { account: address, grants: [granted], signal }),
    ).rejects.toThrow()
  }
})

test('grants reach the server when it is back, and a new browser lists them', async () => {
  const ending = await startEnding(devnet)
  const { grant, wallet, server, address } = ending
  server.isReachable = false
  const granted = await grant()
  expect(await readAllGrants(wallet, address)).toMatchObject({
    isComplete: false,
    grants: [{ hash: granted.hash }],
  })
  server.isReachable = true
  expect(await readAllGrants(wallet, address)).toMatchObject({ isComplete: true })
  await vi.waitFor(() => expect(server.grants).toHaveLength(1))
  for (const name of await wallet.store.names('grant:')) await wallet.store.delete(name)
  expect(await readAllGrants(wallet, address)).toEqual({
    isComplete: true,
    grants: [{ ...granted, isMarked: false }],
  })
  // what the server says of another account is dropped
  const [stored] = server.grants
  const delegation = readContext(granted.context)
  if (!stored || !delegation) throw new Error('nothing stored')
  const foreign = writeContext({ ...delegation, delegator: `0x${'56'.repeat(20)}` })
  server.grants = [
    { ...stored, context: foreign },
    { ...stored, context: '0x1234' },
  ]
  expect(await readAllGrants(wallet, address)).toEqual({ isComplete: true, grants: [] })
})

test('a new browser finds the grant that a site asks for again', async () => {
  const { grant, wallet, address, networkOf, signal } = await startEnding(devnet)
  const granted = await grant()
  await readAllGrants(wallet, address) // copies it
  for (const name of await wallet.store.names('grant:')) await wallet.store.delete(name)
  const { requestHash, terms } = granted
  // the visitor had shortened it, so only the copy says that the site wanted so much time
  const now = Math.floor(Date.now() / 1_000)
  const request = {
    chainId: undefined,
    from: undefined,
    delegate: payee,
    terms: { ...terms, expiry: now + 30 * 86_400 },
    hasStart: false,
    signatures: [],
    isAdjustable: true,
    justification: undefined,
  }
  const find = (hash: string) =>
    findReusable(wallet, networkOf(), { account: address, request, requestHash: hash, signal })
  await vi.waitFor(async () =>
    expect(await find(requestHash)).toMatchObject({ hash: granted.hash }),
  )
  expect(await find('34'.repeat(32))).toBeUndefined()
})

test('an ending that fails on the chain, or that nobody can pay, is an error', async () => {
  const { grant, wallet, networkOf, address, signal, client, state } = await startEnding(devnet)
  const granted = await grant()
  const plan = await planEnd(wallet, networkOf(), { address, grant: granted, signal })
  const receipt = async () => ({ status: '0x0' }) as never // a failed transaction
  await expect(awaitEnd(wallet, plan, receipt, signal)).rejects.toEqual(
    fault('transactionRejected'),
  )
  await client.setBalance({ address, value: 0n })
  state.decide = ({ balance, fee }) => balance >= fee
  await expect(
    wallet.stage.ask({ params: plan } as never), // the test's stage
  ).rejects.toMatchObject({ code: 4001 })
  await client.setBalance({ address, value: parseEther('1') })
})
