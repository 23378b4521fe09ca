import fc from 'fast-check'
import { isSmartAccountCode, writeDesignator } from '@latchkey/protocol/smartAccounts/delegation'
import { delegator, entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import { encodeCalls } from '@latchkey/protocol/smartAccounts/calls'
import { parseEther, toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDevnet } from '../../../../../devnet/src/startDevnet.ts'
import type { Devnet } from '../../../../../devnet/src/startDevnet.ts'
import {
  setPreferredAccount,
  initSmartAccount,
  getSmartAccountEnabledNetworks,
} from '../methods/smartAccounts.ts'
import { withKeysOf } from '../vault/withEntropy.ts'
import { writeNetworkChoice } from './choices.ts'
import { describeAccount } from './describeAccount.ts'
import { askOperationNonce } from './operation.ts'
import { authorizations } from './testing/authorizations.ts'
import { clientOf, paymasterUrl, startTestAccount } from './testing/startTestAccount.ts'
import { estimateTurnOff, turnOff } from './turnOff.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ ports: 'free', withoutSmartAccounts: [31_338] })
})
afterAll(() => devnet.close())

const friends = [
  '0x00000000000000000000000000000000000a11ce',
  '0x0000000000000000000000000000000000000b0b',
] as const
const chainId = toHex(31_337)
const calls = friends.map((to, index) => ({ to, value: toHex(index + 5) }))
const batch = { version: '2.0.0', chainId, atomicRequired: true, calls }
const paid = { ...batch, capabilities: { paymasterService: { url: paymasterUrl, context: {} } } }

const start = async (ether = '1') => {
  const account = await startTestAccount(devnet.chains)
  const { client, address, wallet } = account
  await client.setBalance({ address, value: parseEther(ether) })
  const balances = () =>
    Promise.all(friends.map((friend) => client.getBalance({ address: friend })))
  const send = async (request: object, id?: string) => {
    const { id: bundle } = (await account.ask(
      'wallet_sendCalls',
      [request],
      id === undefined ? {} : { id },
    )) as { id: string } // its result
    return bundle
  }
  const status = async (id: string) => account.ask('wallet_getCallsStatus', [id])
  const done = async (id: string) => {
    await expect
      .poll(() => status(id), { timeout: 10_000, interval: 50 })
      .toMatchObject({ status: 200 })
    return (await status(id)) as {
      atomic: boolean
      receipts: { logs: unknown[]; transactionHash: `0x${string}`; status: string }[]
    } // its result
  }
  const isUpgraded = async () => isSmartAccountCode(await client.getCode({ address }))
  const atomic = async () => {
    const answer = (await account.ask('wallet_getCapabilities', [
      address,
      ['0x07a69', '0x7a6a'],
    ])) as Record<string, { atomic: { status: string }; paymasterService?: unknown }> // its result
    return answer
  }
  const request = { id: '1', signal: new AbortController().signal, wait() {} }
  const method = (answer: typeof initSmartAccount, params?: unknown) =>
    answer.run(wallet, params, request, { abort() {} })
  return { ...account, balances, send, status, done, isUpgraded, atomic, method }
}

test('the wallet names the networks that have the contracts, and asks a node that failed again', async () => {
  const { method, state, wallet, address, networkOf } = await start()
  const [first, second] = devnet.chains
  state.answer = ({ path, params }) =>
    path === '/v1/rpc' && String(params[0]).toLowerCase() === delegator.toLowerCase()
      ? { error: { code: -32603, message: 'down' } }
      : undefined
  await expect(method(getSmartAccountEnabledNetworks)).rejects.toMatchObject({
    code: 'unavailable',
  })
  state.answer = () => undefined
  expect(await method(getSmartAccountEnabledNetworks)).toEqual({
    smartAccountEnabledNetworks: [first?.chainId],
  })
  // the answers are stored
  state.calls.length = 0
  expect(await method(getSmartAccountEnabledNetworks)).toEqual({
    smartAccountEnabledNetworks: [first?.chainId],
  })
  expect(state.calls).toEqual([])
  expect(await describeAccount(wallet, networkOf(first), address, undefined)).toEqual({
    accounts: [
      { address, type: 'eoa' },
      { address, type: 'smartAccount' },
    ],
    preferredAccountType: 'smartAccount',
    smartAccountDeployed: false,
  })
  expect(await describeAccount(wallet, networkOf(second), address, undefined)).toMatchObject({
    accounts: [{ address, type: 'eoa' }],
    preferredAccountType: 'eoa',
  })
})

test('code that is not the known one is no smart account', async () => {
  const { state, atomic, wallet, send } = await start()
  state.answer = ({ path, method, params }) =>
    path === '/v1/rpc' &&
    method === 'eth_getCode' &&
    String(params[0]).toLowerCase() === delegator.toLowerCase()
      ? { result: '0x6001' }
      : undefined
  expect(await atomic()).toMatchObject({ [chainId]: { atomic: { status: 'unsupported' } } })
  await expect(send(batch)).rejects.toMatchObject({ code: 5760 })
  expect(await wallet.store.get('contracts:eip155:31337')).toMatchObject({ hasDelegator: false })
})

test('the first batch upgrades the account in one transaction, and the second one needs no authorisation', async () => {
  const { client, address, balances, send, done, state, isUpgraded, atomic, method } = await start()
  expect(await atomic()).toEqual({
    [chainId]: { atomic: { status: 'ready' }, paymasterService: { supported: true } },
    '0x7a6a': { atomic: { status: 'unsupported' } },
  })
  const before = await balances()
  const first = await done(await send(batch))
  expect(first.atomic).toBe(true)
  expect(first.receipts).toHaveLength(1)
  expect(await balances()).toEqual(before.map((balance, index) => balance + BigInt(index + 5)))
  expect(await isUpgraded()).toBe(true)
  expect(await client.getTransactionCount({ address })).toBe(2)
  const sent = await client.getTransaction({ hash: first.receipts[0]?.transactionHash ?? '0x' })
  expect(sent).toMatchObject({
    type: 'eip7702',
    from: address.toLowerCase(),
    to: address.toLowerCase(),
  })
  expect(sent.authorizationList).toMatchObject([
    { chainId: 31_337, address: delegator.toLowerCase(), nonce: 1 },
  ])
  expect(state.shown.map(({ params }) => params.smart?.isUpgrade)).toEqual([true])
  expect(await atomic()).toMatchObject({ [chainId]: { atomic: { status: 'supported' } } })
  expect(await method(initSmartAccount)).toEqual({ address, isDeployed: true })

  const second = await done(await send(batch))
  const again = await client.getTransaction({ hash: second.receipts[0]?.transactionHash ?? '0x' })
  expect(again.type).toBe('eip1559')
  expect(await balances()).toEqual(before.map((balance, index) => balance + 2n * BigInt(index + 5)))
  expect(state.shown.map(({ params }) => params.smart?.isUpgrade)).toEqual([true, false])
})

test('an upgraded account signs in as before', async () => {
  const { client, address, send, done, wallet } = await start()
  await done(await send(batch))
  const message = 'shop.example wants you to sign in with your Ethereum account'
  const signature = await withKeysOf(wallet, address, (keys) => keys.evm.signMessage({ message }))
  expect(await client.verifyMessage({ address, message, signature })).toBe(true)
})

test('a batch that reverts changes nothing', async () => {
  const { address, balances, send, status, state, client } = await start()
  const before = await balances()
  // EntryPoint takes no such call
  const id = await send({ ...batch, calls: [...calls, { to: entryPoint, data: '0x12345678' }] })
  await expect
    .poll(() => status(id), { timeout: 10_000 })
    .toMatchObject({ status: 500, atomic: true })
  expect(state.shown[0]?.estimate.failure).toMatchObject({ index: 2 })
  expect(await balances()).toEqual(before)
  expect(await client.getTransactionCount({ address })).toBeGreaterThan(0)
})

test('a paymaster pays for an account without Ether, and a reload follows the operation to its end', async () => {
  const { client, address, balances, send, done, state, isUpgraded, wallet } = await start('0')
  const free = paid.calls.map(({ to }) => ({ to, data: '0x01' }))
  const before = await balances()
  const id = await send({ ...paid, calls: free })
  expect(state.shown[0]?.estimate).toMatchObject({
    fee: 0n,
    operation: { sponsor: { name: 'Shop' } },
  })
  const { atomic, receipts } = await done(id)
  expect({ atomic, count: receipts.length, status: receipts[0]?.status }).toEqual({
    atomic: true,
    count: 1,
    status: '0x1',
  })
  expect(receipts[0]?.logs).toEqual([])
  expect(await isUpgraded()).toBe(true)
  expect(await client.getBalance({ address })).toBe(0n)
  expect(await balances()).toEqual(before)
  // the frame as after a reload has the same store; the bundler has forgotten everything
  state.answer = ({ path }) => (path === '/v1/bundler' ? { result: null } : undefined)
  const { signingMethodOf } = await import('../rpc/signingMethods.ts')
  const read = signingMethodOf('wallet_getCallsStatus')
  const request = { id: 'x', signal: new AbortController().signal, wait() {} }
  expect(
    await read?.({ wallet, network: {} as never, params: [id], request } as never),
  ).toMatchObject({ status: 200, receipts: [{ status: '0x1' }] }) // only these parts are read
})

test('an operation whose answer was lost is given to the bundler again, and happens once', async () => {
  const { balances, send, done, state } = await start()
  const before = await balances()
  let lost = 0
  state.answer = ({ path, method }) => {
    if (path !== '/v1/bundler' || method !== 'eth_sendUserOperation' || lost > 0) return undefined
    lost += 1
    return { error: { code: -32603, message: 'busy' } }
  }
  const id = await send(paid)
  await done(id)
  expect(lost).toBe(1)
  expect(await balances()).toEqual(before.map((balance, index) => balance + BigInt(index + 5)))
})

test('an operation that the bundler refuses is an error for the site', async () => {
  const { send, state, wallet, status } = await start()
  state.answer = ({ path, method }) =>
    path === '/v1/bundler' && method === 'eth_sendUserOperation'
      ? { error: { code: -32_521, message: 'reverted' } }
      : undefined
  await expect(send({ ...paid, id: 'refused' })).rejects.toMatchObject({ code: -32003 })
  expect(await wallet.store.names('calls:')).toHaveLength(1)
  expect(await status('refused')).toMatchObject({ status: 400, receipts: [] })
})

test('a bundler that names a foreign transaction, or reports a success, is not believed', async () => {
  const { send, done, status, state } = await start()
  const first = await done(await send(batch))
  const transactionHash = first.receipts[0]?.transactionHash
  state.answer = ({ path, method }) =>
    path !== '/v1/bundler' || method === 'eth_estimateUserOperationGas'
      ? undefined
      : {
          result: {
            success: true,
            receipt: { transactionHash, status: '0x1', logs: [], blockHash: transactionHash },
          },
        }
  const id = await send(paid)
  expect(await status(id)).toMatchObject({ status: 100, receipts: [] })
  // an honest bundler gets the same operation afterwards
  state.answer = () => undefined
  await done(id)
})

test('if an optional paymaster refuses after the approval, the visitor is asked again and pays', async () => {
  const { balances, send, done, state } = await start()
  state.answer = ({ method }) =>
    method === 'pm_getPaymasterData' ? { error: { code: -32501, message: 'no' } } : undefined
  await expect(send(paid)).rejects.toMatchObject({ code: -32003 })
  expect(state.shown).toHaveLength(1)
  const before = await balances()
  const optional = {
    ...paid,
    capabilities: { paymasterService: { url: paymasterUrl, optional: true } },
  }
  await done(await send(optional))
  expect(
    state.shown
      .slice(1)
      .map(({ estimate }) => [estimate.operation !== undefined, estimate.refusal?.name]),
  ).toEqual([
    [true, undefined],
    [false, 'Shop'],
  ])
  expect(await balances()).toEqual(before.map((balance, index) => balance + BigInt(index + 5)))
  // one that refuses at once is named on the first screen
  state.shown.length = 0
  state.answer = ({ path }) =>
    path === '/v1/paymaster' ? { error: { code: -32501, message: 'no' } } : undefined
  await done(await send(optional))
  expect(state.shown).toMatchObject([
    { estimate: { refusal: { name: 'paymaster.example', isFinal: false } } },
  ])
  await expect(send(paid)).rejects.toMatchObject({ code: 4001 })
  expect(state.shown[1]).toMatchObject({ estimate: { refusal: { isFinal: true } } })
})

test('a paymaster of an origin that the operator does not allow is not called', async () => {
  const { send, state } = await start()
  for (const url of ['https://other.example/', 'http://127.0.0.1:1/', 'nothing'])
    await expect(
      send({ ...batch, capabilities: { paymasterService: { url } } }),
    ).rejects.toMatchObject({ code: 5700 })
  expect(state.calls.filter(({ path }) => path === '/v1/paymaster')).toEqual([])
})

test('whatever a paymaster or a bundler answers, nothing is sent that the account would pay for unasked', async () => {
  const { send, state, client, address, wallet, networkOf } = await start()
  const zero = `0x${'0'.repeat(40)}`
  const strange = fc.oneof(
    fc.anything(),
    fc.record({
      paymaster: fc.oneof(
        fc.constant(zero),
        fc.constant('0x'),
        fc.constant(address),
        fc.anything(),
      ),
      paymasterData: fc.oneof(
        fc.constant('0x'),
        fc.constant('0xzz'),
        fc.constant(`0x${'00'.repeat(5_000)}`),
        fc.anything(),
      ),
      paymasterVerificationGasLimit: fc.oneof(
        fc.constant('0x1'),
        fc.constant(`0x${'f'.repeat(32)}`),
        fc.anything(),
      ),
      isFinal: fc.constant(true),
    }),
  )
  const balance = await client.getBalance({ address })
  await fc.assert(
    fc.asyncProperty(strange, fc.boolean(), async (answer, isBundler) => {
      state.answer = ({ path, method }) =>
        path === '/v1/paymaster' && (!isBundler || method === 'pm_getPaymasterData')
          ? { result: answer }
          : path === '/v1/bundler' && isBundler
            ? { result: answer }
            : undefined
      const sent: unknown = await send(paid).catch((error: unknown) => error)
      // a paymaster of the right form is refused by EntryPoint: it has no deposit
      if (typeof sent === 'string') await wallet.store.delete(`calls:https://shop.example ${sent}`)
      else expect(sent).toHaveProperty('code')
    }),
    { numRuns: 60 },
  )
  state.answer = () => undefined
  expect(await client.getBalance({ address })).toBe(balance)
  // no operation happened; a bundler may have carried out the approved upgrade
  expect(await askOperationNonce(wallet, networkOf(), address)).toBe(0n)
})

test('the account is turned off and on again, and operations from before are useless', async () => {
  const {
    client,
    address,
    send,
    done,
    wallet,
    networkOf,
    isUpgraded,
    atomic,
    status,
    balances,
    state,
    bundler,
  } = await start()
  await done(await send(batch))
  // an operation that the bundler holds back
  let held: unknown
  state.answer = ({ path, method, params }) => {
    if (path !== '/v1/bundler') return undefined
    if (method === 'eth_sendUserOperation') held = params[0]
    return method === 'eth_estimateUserOperationGas' ? undefined : { result: null }
  }
  const old = await send(paid)
  state.answer = () => undefined
  expect(held).toBeDefined()
  const { cost, fee } = await estimateTurnOff(wallet, networkOf(), address)
  const before = await client.getBalance({ address })
  const hash = await turnOff(wallet, networkOf(), { address, cost })
  await client.waitForTransactionReceipt({ hash: hash as `0x${string}` }) // the hash of a transaction
  expect(before - (await client.getBalance({ address }))).toBeLessThanOrEqual(fee)
  expect(await client.getCode({ address })).toBeUndefined()
  expect(await atomic()).toMatchObject({ [chainId]: { atomic: { status: 'unsupported' } } })
  await expect(send(batch)).rejects.toMatchObject({ code: 5760 })
  const friendsBefore = await balances()
  // its number is used, so it never happens
  await expect.poll(() => status(old), { timeout: 5_000 }).toMatchObject({ status: 400 })
  expect(await balances()).toEqual(friendsBefore)
  // not atomic: one transaction after the other
  const plain = await done(await send({ ...batch, atomicRequired: false }))
  expect([plain.atomic, plain.receipts.length]).toEqual([false, 2])

  await writeNetworkChoice(wallet, networkOf(), address, 'on')
  expect(await atomic()).toMatchObject({ [chainId]: { atomic: { status: 'ready' } } })
  await done(await send(batch))
  expect(await isUpgraded()).toBe(true)
  // not even after the account is on again
  const upgraded = await balances()
  expect(await bundler.answer({ method: 'eth_sendUserOperation', params: [held] })).toHaveProperty(
    'error',
  )
  expect(await balances()).toEqual(upgraded)
})

test('an account with the code of another wallet stays a plain account, unless its owner wants ours', async () => {
  const { client, address, atomic, wallet, networkOf, send, done, isUpgraded } = await start()
  await client.setCode({ address, bytecode: writeDesignator(friends[0]) })
  expect(await atomic()).toMatchObject({ [chainId]: { atomic: { status: 'unsupported' } } })
  await expect(send(batch)).rejects.toMatchObject({ code: 5760 })
  await writeNetworkChoice(wallet, networkOf(), address, 'over')
  await done(await send(batch))
  expect(await isUpgraded()).toBe(true)
})

test('a batch is not signed if the account or the contract has changed since the approval', async () => {
  const { client, address, send, state, wallet, networkOf } = await start()
  state.decide = () => {
    void client.setCode({ address, bytecode: writeDesignator(friends[0]) })
    state.answer = ({ method, params }) =>
      method === 'eth_getCode' && params[0] === address
        ? { result: writeDesignator(friends[0]) }
        : undefined
    return true
  }
  await expect(send(batch)).rejects.toMatchObject({ code: -32003 })
  state.decide = () => {
    state.answer = ({ method, params }) =>
      method === 'eth_getCode' && params[0] === delegator ? { result: '0x6001' } : undefined
    return true
  }
  await client.setCode({ address, bytecode: '0x' })
  state.answer = () => undefined
  await writeNetworkChoice(wallet, networkOf(), address, 'on')
  await expect(send(batch)).rejects.toMatchObject({ code: -32003 })
  await expect(send(paid)).rejects.toMatchObject({ code: -32003 })
  expect(await client.getTransactionCount({ address })).toBe(0)
})

test('as an EOA the account sends one transaction after the other', async () => {
  const { method, send, done, atomic, address, wallet, networkOf } = await start()
  expect(await method(setPreferredAccount, { type: 'eoa' })).toEqual({ type: 'eoa', address })
  expect(await describeAccount(wallet, networkOf(), address, 'smartAccount')).toMatchObject({
    preferredAccountType: 'eoa',
  })
  expect(await atomic()).toMatchObject({ [chainId]: { atomic: { status: 'unsupported' } } })
  const { atomic: isAtomic, receipts } = await done(await send({ ...batch, atomicRequired: false }))
  expect([isAtomic, receipts.length]).toEqual([false, 2])
})

test('an operation of the site is read, shown and signed; other forms are refused', async () => {
  const { ask, address, client, state, balances } = await start()
  const callData = encodeCalls(friends.map((to) => ({ to, value: 3n, data: '0x' as const })))
  const operation = { sender: address, callData }
  const before = await balances()
  const hash = await ask('eth_sendUserOperation', [operation, entryPoint])
  expect(hash).toMatch(/^0x[\da-f]{64}$/)
  expect(await balances()).toEqual(before.map((balance) => balance + 3n))
  expect(state.shown[0]?.params.transactions).toMatchObject(
    friends.map((to) => ({ to, value: 3n })),
  )
  expect(state.shown[0]?.estimate.fee).toBeGreaterThan(0n)
  expect(await ask('eth_getUserOperationReceipt', [hash])).toMatchObject({ receipt: {} })
  expect(await ask('eth_getUserOperationByHash', [hash])).toMatchObject({ receipt: {} })
  expect(await ask('eth_supportedEntryPoints', [])).toEqual([entryPoint])
  expect(await ask('eth_estimateUserOperationGas', [operation, entryPoint])).toHaveProperty(
    'callGasLimit',
  )
  const count = await client.getTransactionCount({ address })
  for (const [code, changed, at] of [
    [4100, { sender: friends[0] }, entryPoint],
    [-32602, { callData: '0xb61d27f6' }, entryPoint],
    [-32602, { callData: encodeCalls([{ to: address, value: 0n, data: callData }]) }, entryPoint],
    [-32602, { factory: friends[0] }, entryPoint],
    [-32602, { initCode: '0x12' }, entryPoint],
    [-32602, { eip7702Auth: { address: friends[0] } }, entryPoint],
    [-32602, { paymaster: `0x${'0'.repeat(40)}` }, entryPoint],
    [-32602, { paymaster: friends[0] }, entryPoint],
    [-32602, { paymasterData: '0x12' }, entryPoint],
    [-32602, { paymasterAndData: '0x12' }, entryPoint],
    [-32602, {}, friends[0]],
    [-32602, {}, undefined],
  ] as const)
    await expect(
      ask('eth_sendUserOperation', [{ ...operation, ...changed }, at]),
      JSON.stringify(changed),
    ).rejects.toMatchObject({ code })
  expect(state.shown).toHaveLength(1)
  expect(await client.getTransactionCount({ address })).toBe(count)
})

test.each(authorizations)('a site gets no authorisation signed: %o', async (change) => {
  const { ask, address, state, client } = await start()
  await expect(
    ask('eth_sendTransaction', [{ from: address, to: friends[0], value: '0x1', ...change }]),
  ).rejects.toMatchObject({ code: -32602 })
  expect(state.shown).toEqual([])
  expect(await client.getTransactionCount({ address })).toBe(0)
})

test('a chain without the contracts has no smart accounts', async () => {
  const { ask, address, networkOf, wallet } = await start()
  const [, second] = devnet.chains
  if (!second) throw new Error('no second chain')
  await clientOf(second).setBalance({ address, value: parseEther('1') })
  expect(await describeAccount(wallet, networkOf(second), address, undefined)).toMatchObject({
    preferredAccountType: 'eoa',
    smartAccountDeployed: false,
  })
  await expect(
    ask('wallet_sendCalls', [{ ...batch, chainId: toHex(second.chainId) }]),
  ).rejects.toMatchObject({ code: 5760 })
  expect(await ask('eth_supportedEntryPoints', [], { chain: second })).toEqual([])
  expect(
    await ask('eth_getUserOperationReceipt', [`0x${'1'.repeat(64)}`], { chain: second }),
  ).toBeNull()
  await expect(
    ask(
      'eth_sendUserOperation',
      [
        { sender: address, callData: encodeCalls([{ to: friends[0], value: 1n, data: '0x' }]) },
        entryPoint,
      ],
      { chain: second },
    ),
  ).rejects.toMatchObject({ code: 5710 })
})
