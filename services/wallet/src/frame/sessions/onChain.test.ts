import { isSmartAccountCode } from '@latchkey/protocol/smartAccounts/delegation'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { readCaveats } from '@latchkey/protocol/sessions/caveats'
import { disableCall, raiseNonceCall, readContext } from '@latchkey/protocol/sessions/delegation'
import { enforcers } from '@latchkey/protocol/sessions/enforcers'
import { listGrants } from '@latchkey/protocol/sessions/walletGrants'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { encodeAbiParameters, encodeFunctionData, parseAbi, parseEther, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDevnet } from '../../../../../devnet/src/startDevnet.ts'
import type { Devnet } from '../../../../../devnet/src/startDevnet.ts'
import { writeNetworkChoice } from '../smartAccount/choices.ts'
import { paymasterUrl } from '../smartAccount/testing/startTestAccount.ts'
import { readGrants } from './grantStore.ts'
import type { ExecutionPermission } from './requestExecutionPermissions.ts'
import { startGranting, tokenAbi } from './testing/startGranting.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ ports: 'free' })
})
afterAll(() => devnet.close())

const shop = '0x00000000000000000000000000000000000a11ce'
const inAWeek = () => Math.floor(Date.now() / 1_000) + 7 * 86_400
const expiry = (timestamp = inAWeek()) => ({ type: 'expiry', data: { timestamp } })

const start = async (options?: { ether: string }) => {
  const granting = await startGranting(devnet, options)
  const { key, usd, address, client } = granting
  const daily = (more: object = {}, rules: readonly object[] = [expiry()]) => ({
    chainId: '0x7a69',
    to: key.address,
    permission: {
      type: 'erc20-token-periodic',
      data: {
        tokenAddress: usd,
        periodAmount: toHex(10_000_000n),
        periodDuration: 86_400,
        ...more,
      },
    },
    rules,
  })
  const grant = (...items: readonly object[]) =>
    granting.ask<readonly ExecutionPermission[]>('wallet_requestExecutionPermissions', items)
  /** A transaction of the account itself. */
  const sendOwn = async (to: Hex, data: Hex) => {
    await client.impersonateAccount({ address })
    const hash = await client.sendTransaction({ account: address, to, data, gas: 1_000_000n })
    await client.stopImpersonatingAccount({ address })
    expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
  }
  return { ...granting, daily, grant, sendOwn }
}
const contextOf = (granted: readonly ExecutionPermission[], index = 0): Hex =>
  granted[index]?.context ?? '0x'

test('a permission upgrades the account once, and the site takes what was said and no more', async () => {
  const { grant, daily, redeem, payment, key, address, granting, client, usd } = await start()
  const rule = expiry()
  const [granted, ...others] = await grant(daily({}, [rule]))
  expect(others).toEqual([])
  expect(granted).toMatchObject({
    chainId: '0x7a69',
    from: address.toLowerCase(),
    to: key.address.toLowerCase(),
    permission: {
      type: 'erc20-token-periodic',
      data: { tokenAddress: usd.toLowerCase(), periodAmount: '0x989680', periodDuration: 86_400 },
    },
    rules: [rule, { type: 'redeemer', data: { addresses: [key.address.toLowerCase()] } }],
    dependencies: [],
    delegationManager,
  })
  expect(granting.shown).toMatchObject([
    { upgrade: { smart: { isUpgrade: true } }, place: { number: 1, count: 1 } },
  ])
  expect(isSmartAccountCode(await client.getCode({ address }))).toBe(true)
  const context = granted?.context ?? '0x'
  expect(await redeem(context, payment(shop, 6_000_000n))).toBe(true)
  expect(await redeem(context, payment(shop, 4_000_001n))).toBe(false)
  expect(await redeem(context, payment(shop, 4_000_000n))).toBe(true)
  expect(await redeem(context, { to: shop, value: 1n })).toBe(false)
  const stranger = privateKeyToAccount(generatePrivateKey())
  await client.setBalance({ address: stranger.address, value: parseEther('1') })
  expect(await redeem(context, payment(shop, 1n), stranger)).toBe(false)
  // the second one needs no upgrade
  await grant(daily({ periodAmount: toHex(1n) }))
  expect(granting.shown.map(({ upgrade }) => upgrade !== undefined)).toEqual([true, false])
})

test('a site that asks twice at once gets one grant by one screen, and one upgrade', async () => {
  const { grant, daily, granting, wallet, address, client } = await start()
  const item = daily()
  const [first, second] = await Promise.all([grant(item), grant(item)])
  expect(second).toEqual(first)
  expect(granting.shown).toHaveLength(1)
  expect(await readGrants(wallet, address)).toHaveLength(1)
  expect(await client.getTransactionCount({ address })).toBe(2)
  // what the visitor declines is asked for again
  granting.decide = () => undefined
  const other = daily({ periodAmount: toHex(1n) })
  const declined = await Promise.allSettled([grant(other), grant(other)])
  expect(declined.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(granting.shown).toHaveLength(3)
})

test('the visitor grants less, and a site that asks again gets the same without a screen', async () => {
  const { grant, daily, granting, redeem, payment, wallet, address } = await start()
  const end = inAWeek()
  granting.decide = ({ request: { terms } }) => ({
    terms: {
      ...terms,
      what: { ...terms.what, amount: 2_000_000n } as never, // a periodic amount
      expiry: end - 86_400,
    },
  })
  const first = await grant(daily({ justification: 'Bread' }, [expiry(end)]))
  expect(first).toMatchObject([
    {
      permission: { data: { periodAmount: toHex(2_000_000n) } },
      rules: [{ data: { timestamp: end - 86_400 } }, {}],
    },
  ])
  const again = await grant(daily({ justification: 'Other words' }, [expiry(end)]))
  expect(again).toEqual(first)
  expect(granting.shown).toHaveLength(1)
  expect(await redeem(contextOf(again), payment(shop, 2_000_001n))).toBe(false)
  expect(await redeem(contextOf(again), payment(shop, 2_000_000n))).toBe(true)
  expect(await readGrants(wallet, address)).toHaveLength(1)
  // a site that counts the end from each visit gets the same, too
  expect(await grant(daily({}, [expiry(end + 60)]))).toEqual(first)
  expect(granting.shown).toHaveLength(1)
  // who wants more time, or less than is left, has to ask
  granting.decide = ({ request: { terms } }) => ({ terms })
  await grant(daily({}, [expiry(end + 86_400)]))
  await grant(daily({}, [expiry(end - 2 * 86_400)]))
  expect(granting.shown).toHaveLength(3)
  // another site that wants the same has to ask
  wallet.site.origin = 'https://other.example'
  await wallet.store.set('consent:https://other.example', 'user')
  await grant(daily({}, [expiry(end)]))
  expect(granting.shown).toHaveLength(4)
})

test('a site that asks twice at once gets one permission, after one screen', async () => {
  const { grant, daily, granting } = await start()
  const item = daily()
  const [first, second] = await Promise.all([grant(item), grant(item)])
  expect(second).toEqual(first)
  expect(granting.shown).toHaveLength(1)
  // a request that is declined does not hold up the next one
  granting.decide = () => undefined
  const answers = await Promise.allSettled([
    grant(daily({ periodAmount: toHex(1n) })),
    grant(daily({ periodAmount: toHex(2n) })),
    grant(item),
  ])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})

test('an ended permission is not reused: disabled, all ended, or without the account’s code', async () => {
  const { grant, daily, granting, sendOwn, wallet, networkOf, address, client } = await start()
  const item = daily()
  const delegation = readContext(contextOf(await grant(item)))
  if (!delegation) throw new Error('unreadable')
  await sendOwn(delegationManager, disableCall(delegation))
  await grant(item)
  expect(granting.shown).toHaveLength(2)
  await sendOwn(enforcers.nonce, raiseNonceCall())
  const third = readContext(contextOf(await grant(item)))
  expect(granting.shown).toHaveLength(3)
  expect(third && readCaveats(third.caveats)?.nonce).toBe(1n)
  await client.setCode({ address, bytecode: '0x' })
  granting.decide = () => undefined
  await expect(grant(item)).rejects.toMatchObject({ code: 4001 })
  expect(granting.shown.at(-1)?.upgrade).toBeDefined()
  await writeNetworkChoice(wallet, networkOf(), address, 'off')
  await expect(grant(item)).rejects.toMatchObject({
    code: 4200,
    message: expect.stringContaining('turned the smart account off') as string,
  })
})

test('several permissions are all granted, or none', async () => {
  const { grant, daily, granting, wallet, redeem, payment } = await start()
  const native = {
    chainId: '0x7a69',
    permission: {
      type: 'native-token-allowance',
      data: { allowanceAmount: toHex(5n) },
    },
  }
  const items = (to: Hex) => [daily(), { ...native, to, rules: [expiry()] }]
  granting.decide = ({ request, place }) =>
    place.number === 1 ? { terms: request.terms } : undefined
  await expect(grant(...items(shop))).rejects.toMatchObject({ code: 4001 })
  expect(await readGrants(wallet)).toEqual([])
  granting.decide = ({ request }) => ({ terms: request.terms })
  granting.shown.length = 0
  const granted = await grant(...items(shop))
  expect(granting.shown.map(({ place, upgrade }) => [place, upgrade !== undefined])).toEqual([
    [{ number: 1, count: 2 }, true],
    [{ number: 2, count: 2 }, false],
  ])
  expect(await readGrants(wallet)).toHaveLength(2)
  expect(new Set(granted.map(({ context }) => context)).size).toBe(2)
  expect(await redeem(contextOf(granted), payment(shop, 1n))).toBe(true)
})

test('nothing is signed while the manager is paused, or where a contract has another code', async () => {
  const { grant, daily, granting, client, state } = await start()
  const abi = parseAbi([
    'function owner() view returns (address)',
    'function pause()',
    'function unpause()',
  ])
  const owner = await client.readContract({
    address: delegationManager,
    abi,
    functionName: 'owner',
  })
  await client.impersonateAccount({ address: owner })
  await client.setBalance({ address: owner, value: parseEther('1') })
  const by = async (functionName: 'pause' | 'unpause') => {
    const hash = await client.writeContract({
      account: owner,
      address: delegationManager,
      abi,
      functionName,
    })
    await client.waitForTransactionReceipt({ hash })
  }
  await by('pause')
  await expect(grant(daily())).rejects.toMatchObject({
    code: 4200,
    message: expect.stringContaining('paused') as string,
  })
  await by('unpause')
  for (const address of [delegationManager, enforcers.tokenPeriod, enforcers.redeemer]) {
    state.answer = ({ method, params }) =>
      method === 'eth_getCode' && String(params[0]).toLowerCase() === address.toLowerCase()
        ? { result: '0x6001' }
        : undefined
    await expect(grant(daily())).rejects.toMatchObject({ code: 4200 })
  }
  expect(granting.shown).toEqual([])
  // it changes while the visitor reads
  state.answer = () => undefined
  granting.decide = ({ request: { terms } }) => {
    state.answer = ({ method, params }) =>
      method === 'eth_getCode' && params[0] === enforcers.timestamp
        ? { result: '0x6001' }
        : undefined
    return { terms }
  }
  await expect(grant(daily())).rejects.toMatchObject({ code: 4200 })
})

test('an account that can’t pay its upgrade grants nothing', async () => {
  const { grant, daily, wallet } = await start({ ether: '0' })
  await expect(grant(daily())).rejects.toMatchObject({ code: 4001 })
  expect(await readGrants(wallet)).toEqual([])
})

test('calls are those of the named function, with the fixed argument, the value and the number of uses', async () => {
  const { grant, redeem, key, usd, address, client } = await start()
  const [granted] = await grant({
    chainId: '0x7a69',
    to: key.address,
    permission: {
      type: 'contract-call',
      data: {
        targets: [usd],
        functions: ['approve(address,uint)'],
        arguments: [{ index: 0, value: encodeAbiParameters([{ type: 'address' }], [shop]) }],
      },
    },
    rules: [expiry(), { type: 'call-limit', data: { count: 2 } }],
  })
  expect(granted?.permission.data).toMatchObject({ functions: ['approve(address,uint256)'] })
  const call = (functionName: 'approve' | 'transfer', to: Hex, value?: bigint) =>
    redeem(granted?.context ?? '0x', {
      to: usd,
      data: encodeFunctionData({ abi: tokenAbi, functionName, args: [to, 5n] }),
      ...(value !== undefined && { value }),
    })
  expect(await call('transfer', shop)).toBe(false)
  expect(await call('approve', address)).toBe(false)
  expect(await call('approve', shop, 1n)).toBe(false)
  expect(await redeem(granted?.context ?? '0x', { to: shop })).toBe(false)
  expect(await call('approve', shop)).toBe(true)
  expect(await call('approve', shop)).toBe(true)
  expect(await call('approve', shop)).toBe(false)
  expect(await client.getCode({ address })).toBeDefined()
})

test('a paymaster that the site names pays the upgrade, if the operator allows it', async () => {
  const { grant, daily, address, client, granting } = await start({ ether: '0' })
  const capabilities = { paymasterService: { url: paymasterUrl } }
  const granted = await grant({ ...daily(), capabilities })
  expect(granted).toHaveLength(1)
  expect(await client.getBalance({ address })).toBe(0n)
  expect(isSmartAccountCode(await client.getCode({ address }))).toBe(true)
  expect(granting.shown[0]?.upgrade?.smart?.paymaster).toMatchObject({ url: paymasterUrl })
  const { grant: other, daily: item } = await start({ ether: '0' })
  await expect(
    other({ ...item(), capabilities: { paymasterService: { url: 'https://other.example/' } } }),
  ).rejects.toMatchObject({ code: 5700 })
})

test('the wallet names the types, rules and chains that it can enforce', async () => {
  const { ask, state } = await start()
  type Supported = Record<string, { chainIds: string[]; ruleTypes: string[] }>
  const supported = await ask<Supported>('wallet_getSupportedExecutionPermissions', [])
  expect(supported['erc20-token-periodic']).toEqual({
    chainIds: ['0x7a69', '0x7a6a'],
    ruleTypes: ['expiry', 'redeemer', 'payee', 'call-limit'],
  })
  expect(supported['contract-call']?.ruleTypes).not.toContain('payee')
  state.calls.length = 0
  await ask('wallet_getSupportedExecutionPermissions', [])
  expect(state.calls).toEqual([])
})

test('a permission in the dialect of 2024 works the same way', async () => {
  const { ask, key, redeem, granting } = await start()
  const end = inAWeek()
  const permission = {
    type: 'native-token-transfer',
    data: { ticker: 'ETH' },
    policies: [{ type: 'token-allowance', data: { allowance: toHex(7n) } }],
    required: true,
  }
  const request = {
    expiry: end,
    signer: { type: 'account', data: { id: key.address } },
    permissions: [permission],
  }
  const granted = await ask<{ context: Hex }>('wallet_grantPermissions', [request])
  expect(granted).toMatchObject({
    chainId: '0x7a69',
    expiry: end,
    grantedPermissions: [permission],
    permissionsContext: granted.context,
    signerMeta: { delegationManager },
  })
  expect(await redeem(granted.context, { to: shop, value: 8n })).toBe(false)
  expect(await redeem(granted.context, { to: shop, value: 6n })).toBe(true)
  expect(await ask('wallet_grantPermissions', [request])).toEqual(granted)
  expect(granting.shown).toHaveLength(1)
  // once nothing is left, the visitor is asked again
  expect(await redeem(granted.context, { to: shop, value: 1n })).toBe(true)
  await ask('wallet_grantPermissions', [request])
  expect(granting.shown).toHaveLength(2)
})

test('a browser whose clock is wrong grants from the second of the wallet’s server', async () => {
  const { grant, daily, wallet, granting } = await start()
  const ahead = 100 * 86_400_000
  const server = { ...wallet.server, now: () => Date.now() - ahead }
  Object.assign(wallet, { server })
  // by that clock the end is over a year ahead
  const far = Math.floor(Date.now() / 1_000) + 300 * 86_400
  await expect(grant(daily({}, [expiry(far)]))).rejects.toMatchObject({ code: 4200 })
  expect(granting.shown).toEqual([])
})

test('a site gets 32 permissions that have not ended, and one more for each that has', async () => {
  const { grant, daily, wallet, address } = await start()
  for (let first = 1; first <= 32; first += 4)
    await grant(...[0, 1, 2, 3].map((place) => daily({ periodAmount: toHex(first + place) })))
  const [newest, ...rest] = await readGrants(wallet, address)
  expect(rest).toHaveLength(31)
  const more = daily({ periodAmount: toHex(33) })
  await expect(grant(more)).rejects.toMatchObject({ code: -32005 })
  // the visitor has ended one, also on another device
  const { call } = wallet.server
  wallet.server.call = async (entry, params, options) => {
    if (entry.path !== listGrants.path) return call(entry, params, options)
    return { grants: newest ? [{ ...newest, siteName: null, endedAt: 1 }] : [] } as never // as listed
  }
  await grant(more)
  await expect(grant(daily({ periodAmount: toHex(34) }))).rejects.toMatchObject({ code: -32005 })
})
