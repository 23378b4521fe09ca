import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { writeCaveats, readCaveats } from '@latchkey/protocol/sessions/caveats'
import { enforcers } from '@latchkey/protocol/sessions/enforcers'
import { permissionJson } from '@latchkey/protocol/sessions/permissionJson'
import { maxUint256, type SessionTerms } from '@latchkey/protocol/sessions/terms'
import { delegationManager, entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import fc from 'fast-check'
import { encodeAbiParameters, toHex } from 'viem'
import { describe, expect, it, test } from 'vitest'
import { Fault } from '../bridge/Fault.ts'
import { checkTargets, maxDuration, requestHashOf } from './GrantRequest.ts'
import { readExecutionRequests } from './readExecutionRequests.ts'
import { readOldRequest } from './readOldRequest.ts'

const now = 1_800_000_000
const account: Hex = `0x${'ac'.repeat(20)}`
const [site, token, contract, friend]: readonly Hex[] = ['51', '70', 'c0', 'f1'].map(
  (digits): Hex => `0x${digits.repeat(20)}`,
)
const end = now + 86_400
const expiry = { type: 'expiry', data: { timestamp: end } }
const base = { chainId: '0x1', to: site, rules: [expiry] }
const permission = (type: string, data: object) => ({ ...base, permission: { type, data } })
const allowance = permission('native-token-allowance', { allowanceAmount: '0x5' })
const read = (item: unknown) => readExecutionRequests([item], now)[0]
const codeOf = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    return error instanceof Fault ? error.code : error
  }
  return undefined
}

const amount = fc.bigInt(1n, maxUint256 - 1n)
const second = fc.integer({ min: 1, max: end - 1 })
const common = fc.record({ startTime: second, token: fc.constantFrom(token, undefined) })
const spending = common.chain(({ startTime, token: own }) => {
  const shared = { startTime, ...(own && { token: own }) }
  return fc.oneof(
    amount.map((value) => ({ ...shared, kind: 'allowance' as const, amount: value })),
    fc.tuple(amount, fc.integer({ min: 1, max: 315_360_000 })).map(([value, period]) => ({
      ...shared,
      kind: 'periodic' as const,
      amount: value,
      period,
    })),
    fc.tuple(amount, amount, amount).map(([one, other, amountPerSecond]) => ({
      ...shared,
      kind: 'stream' as const,
      initialAmount: one < other ? one : other,
      maxAmount: one < other ? other : one,
      amountPerSecond,
    })),
  )
})
const termsOf: fc.Arbitrary<Omit<SessionTerms, 'nonce'>> = fc
  .record({
    what: spending,
    expiry: fc.integer({ min: now + 1, max: now + maxDuration }).filter((last) => last > end),
    maxUses: fc.option(fc.bigInt(1n, 2n ** 32n), { nil: undefined }),
    payee: fc.constantFrom(friend, undefined),
  })
  .map(({ maxUses, payee, ...rest }) => ({
    ...rest,
    redeemers: site ? [site] : [],
    ...(maxUses !== undefined && { maxUses }),
    ...(payee && { payees: [payee] }),
  }))

describe('a request of today', () => {
  it('has the terms that its JSON says, and the caveats say the same', () => {
    fc.assert(
      fc.property(termsOf, (terms) => {
        const { permission: own, rules } = permissionJson({ ...terms, nonce: 0n })
        const request = read({ chainId: '0x1', to: site, permission: own, rules })
        expect(request).toMatchObject({ terms, delegate: site, chainId: 1, isAdjustable: false })
        const full = { ...terms, nonce: 3n }
        expect(readCaveats(writeCaveats(full))).toEqual(full)
      }),
    )
  })

  it('has defaults: it counts from now, `to` alone may use it, and it may be adjusted', () => {
    expect(read(allowance)).toMatchObject({
      terms: {
        what: { kind: 'allowance', amount: 5n, startTime: now },
        redeemers: [site],
        expiry: end,
      },
      hasStart: false,
      isAdjustable: true,
      from: undefined,
    })
    const stream = permission('native-token-stream', { amountPerSecond: '0x1' })
    expect(read(stream)?.terms.what).toMatchObject({ initialAmount: 0n, maxAmount: maxUint256 })
  })

  it('is refused with 4200 where the chain can’t enforce it', () => {
    const rules = (...more: object[]) => ({ ...allowance, rules: [expiry, ...more] })
    const payees = { type: 'payee', data: { addresses: [friend, site] } }
    const call = { targets: [contract], functions: ['buy(uint256)'] }
    const word = `0x${'0'.repeat(63)}1`
    for (const item of [
      { ...allowance, rules: [] },
      { ...allowance, rules: null },
      { ...allowance, rules: [{ type: 'expiry', data: { timestamp: now + maxDuration + 1 } }] },
      permission('erc20-token-revocation', {}),
      permission('native-token-allowance', { allowanceAmount: '0x5', maxTotal: '0x6' }),
      { ...allowance, signer: { type: 'key' } },
      rules({ type: 'gas-limit', data: { limit: '0x1' } }),
      {
        ...permission('erc20-token-allowance', { allowanceAmount: '0x1', tokenAddress: token }),
        rules: [expiry, payees],
      },
      { ...permission('contract-call', call), rules: [expiry, payees] },
      permission('contract-call', {
        ...call,
        functions: ['buy(uint256)', 'sell(uint256)'],
        arguments: [{ index: 0, value: word }],
      }),
      permission('contract-call', {
        ...call,
        functions: ['buy(string,uint256)'],
        arguments: [{ index: 1, value: word }],
      }),
      // members of rules and arguments that nothing would enforce
      permission('contract-call', { ...call, arguments: [{ index: 0, value: word, max: true }] }),
      rules({ type: 'call-limit', data: { count: 3, interval: 3_600 } }),
      rules({ type: 'payee', data: { addresses: [friend] }, amount: '0x1' }),
      rules({ type: 'payee', required: false, data: { addresses: [friend], share: 2 } }),
    ])
      expect(
        codeOf(() => read(item)),
        JSON.stringify(item),
      ).toBe(4200)
    const optional = { type: 'gas-limit', required: false, data: {} }
    expect(read(rules(optional))?.terms).toEqual(read(allowance)?.terms)
  })

  it('is refused with -32602 where it can’t be meant', () => {
    const call = { targets: [contract], functions: ['buy(uint8)'] }
    for (const item of [
      undefined,
      {},
      { ...allowance, rules: [{ type: 'expiry', data: { timestamp: now } }] },
      { ...allowance, rules: [expiry, expiry] },
      permission('native-token-allowance', { allowanceAmount: '0x0' }),
      permission('native-token-allowance', { allowanceAmount: 5 }),
      permission('native-token-allowance', { allowanceAmount: '0x5', startTime: end }),
      permission('native-token-stream', {
        amountPerSecond: '0x1',
        initialAmount: '0x5',
        maxAmount: '0x4',
      }),
      permission('contract-call', { ...call, functions: ['buy(uint7)'] }),
      permission('contract-call', {
        ...call,
        arguments: [{ index: 0, value: `0x${'0'.repeat(61)}100` }],
      }),
      permission('contract-call', {
        ...call,
        arguments: [{ index: 1, value: `0x${'0'.repeat(64)}` }],
      }),
      // two names with one selector
      permission('contract-call', {
        ...call,
        functions: ['transfer(address,uint256)', 'many_msg_babbage(bytes1)'],
      }),
    ])
      expect(
        codeOf(() => read(item)),
        JSON.stringify(item),
      ).toBe(-32602)
    expect(codeOf(() => readExecutionRequests([], now))).toBe(-32602)
    expect(codeOf(() => readExecutionRequests(Array(5).fill(allowance), now))).toBe(-32602)
  })

  it('whatever it is, it is refused or has an end, a redeemer and terms that can be read back', () => {
    const part = fc.oneof(
      fc.anything(),
      fc.constantFrom(
        '0x5',
        '0x0',
        now,
        end,
        site,
        [site],
        account,
        true,
        null,
        `0x${'f'.repeat(64)}`,
      ),
    )
    const data = fc.record(
      {
        allowanceAmount: part,
        periodAmount: part,
        periodDuration: part,
        amountPerSecond: part,
        initialAmount: part,
        maxAmount: part,
        tokenAddress: part,
        startTime: part,
        targets: part,
        functions: fc.oneof(part, fc.constant(['buy(uint256)'])),
        justification: part,
      },
      { requiredKeys: [] },
    )
    const item = fc.record(
      {
        chainId: fc.oneof(part, fc.constant('0x1')),
        from: part,
        to: fc.oneof(part, fc.constant(site)),
        permission: fc.record({
          type: fc.constantFrom(
            'native-token-allowance',
            'erc20-token-periodic',
            'native-token-stream',
            'contract-call',
            'other',
          ),
          isAdjustmentAllowed: part,
          data,
        }),
        rules: fc.oneof(
          part,
          fc.constant([expiry]),
          fc.array(fc.record({ type: fc.constantFrom('expiry', 'payee', 'x'), data: part })),
        ),
      },
      { requiredKeys: ['permission'] },
    )
    fc.assert(
      fc.property(fc.oneof(item, fc.anything()), (value) => {
        let request
        try {
          request = read(value)
        } catch (error) {
          expect(error).toBeInstanceOf(Fault)
          return
        }
        const terms = { ...request?.terms, nonce: 0n } as SessionTerms // it was read
        expect(terms.redeemers.length).toBeGreaterThan(0)
        expect(terms.expiry).toBeGreaterThan(now)
        expect(terms.expiry).toBeLessThanOrEqual(now + maxDuration)
        expect(readCaveats(writeCaveats(terms))).toEqual(terms)
      }),
      { numRuns: 500 },
    )
  })
})

test('the contracts that guard the account are never called, named as a recipient or as the user', () => {
  for (const address of [account, delegationManager, entryPoint, ...Object.values(enforcers)]) {
    const call = permission('contract-call', { targets: [address], functions: ['buy()'] })
    const payee = { type: 'payee', data: { addresses: [address] } }
    for (const item of [
      call,
      { ...allowance, to: address },
      { ...allowance, rules: [expiry, payee] },
    ])
      expect(
        codeOf(() => {
          const request = read(item)
          if (request) checkTargets(request, account)
        }),
      ).toBe(4200)
  }
})

test('the same request has the same hash, whatever its reason, its spelling, its moment and its end', async () => {
  const hashOf = async (item: unknown, moment = now) => {
    const [request] = readExecutionRequests([item], moment)
    if (!request) throw new Error('no request')
    return requestHashOf(request, { networkId: 'eip155:1', account })
  }
  const first = await hashOf(allowance)
  const { to } = allowance
  const redeemer = { type: 'redeemer', data: { addresses: [to] } }
  expect(await hashOf(allowance, now + 9)).toBe(first)
  expect(await hashOf({ ...allowance, rules: [redeemer, expiry] })).toBe(first)
  // the end is compared apart: `coversTime`
  const later = { type: 'expiry', data: { timestamp: end + 9 } }
  expect(await hashOf({ ...allowance, rules: [later] }, now + 9)).toBe(first)
  expect(
    await hashOf(
      permission('native-token-allowance', { allowanceAmount: '0x05', justification: 'x' }),
    ),
  ).toBe(first)
  for (const other of [
    permission('native-token-allowance', { allowanceAmount: '0x6' }),
    permission('native-token-allowance', { allowanceAmount: '0x5', startTime: now }),
    permission('erc20-token-allowance', { allowanceAmount: '0x5', tokenAddress: token }),
    { ...allowance, to: friend },
    { ...allowance, rules: [expiry, { type: 'call-limit', data: { count: 1 } }] },
    { ...allowance, rules: [expiry, { type: 'payee', data: { addresses: [friend] } }] },
  ])
    expect(await hashOf(other)).not.toBe(first)
})

describe('a request of 2024', () => {
  const signer = { type: 'account', data: { address: site } }
  const old = (one: object, more: object = {}) =>
    readOldRequest([{ chainId: '0x1', expiry: end, signer, permissions: [one], ...more }], now)
  const native = {
    type: 'native-token-transfer',
    data: { ticker: 'ETH' },
    policies: [{ type: 'token-allowance', data: { allowance: '0x5' } }],
    required: true,
  }
  const abi = [
    { type: 'function', name: 'buy', inputs: [{ type: 'uint256' }, { type: 'address' }] },
    { type: 'function', name: 'sell', inputs: [] },
  ]
  const call = (functions: readonly object[]) => ({
    type: 'contract-call',
    data: { address: contract, abi, functions },
  })

  it('is an allowance with the policies of the permission, or of the request', () => {
    const expected = { kind: 'allowance', amount: 5n, startTime: now }
    expect(old(native).request).toMatchObject({
      terms: { what: expected, redeemers: [site], expiry: end },
      delegate: site,
      chainId: 1,
    })
    const { policies, ...bare } = native
    expect(old(bare, { policies }).request.terms.what).toEqual(expected)
    const limit = { type: 'call-limit', data: { limit: 3 } }
    expect(old(bare, { policies: [...policies, limit] }).request.terms.maxUses).toBe(3n)
  })

  it('says what was granted in its own form', () => {
    const { request, write } = old(native)
    const granted = { ...request.terms, nonce: 0n } as SessionTerms // the same with the number
    const lower = { ...granted, what: { ...granted.what, amount: 2n } } as SessionTerms // of it
    expect(write(lower).grantedPermissions).toMatchObject([
      { type: native.type, policies: [{ type: 'token-allowance', data: { allowance: '0x2' } }] },
    ])
  })

  it('is a recurring allowance', () => {
    const data = { allowance: '0x5', start: now - 60, period: 3_600 }
    const { request, write } = old({ type: 'native-token-recurring-allowance', data })
    expect(request).toMatchObject({
      terms: { what: { kind: 'periodic', amount: 5n, period: 3_600, startTime: now - 60 } },
      hasStart: true,
    })
    expect(write({ ...request.terms, nonce: 0n }).permissions).toMatchObject([{ data }])
  })

  it('is calls of a contract, with equal arguments and one limit of value', () => {
    const value = friend
    const { request } = old(
      call([
        {
          functionName: 'buy',
          args: [null, { operator: 'EQUAL', value }],
          valueLimit: '0x7',
        },
      ]),
    )
    expect(request.terms.what).toEqual({
      kind: 'calls',
      targets: [contract],
      selectors: ['0x7deb6025'],
      maxValue: 7n,
      fixed: [{ index: 1, value: encodeAbiParameters([{ type: 'address' }], [value ?? '0x']) }],
    })
    expect(request.signatures).toEqual(['buy(uint256,address)'])
    const text = { type: 'contract-call', data: { address: contract, calls: ['sell()'] } }
    expect(old(text).request.terms.what).toMatchObject({ selectors: ['0x45710074'], maxValue: 0n })
  })

  it('is refused with 4200 where the chain can’t enforce it', () => {
    const { policies: _, ...bare } = native
    const other = { type: 'something', data: {} }
    for (const run of [
      () => old(bare),
      () => old(native, { signer: { type: 'keys', data: { ids: ['x'] } } }),
      () => old(native, { signer: { type: 'wallet' } }),
      () => old(native, { signer: undefined }),
      () => old(native, { policies: [{ type: 'gas-limit', data: { limit: '0x1' } }] }),
      () => old(native, { policies: [{ type: 'rate-limit', data: { count: 1, interval: 1 } }] }),
      () => old(native, { permissions: [native, native] }),
      () => old(native, { permissions: [native, other] }),
      () => old(other),
      () => old({ ...other, required: false }),
      () => old(native, { expiry: now + maxDuration + 1 }),
      () => old(call([{ functionName: 'buy', args: [{ operator: 'LESS_THAN', value: 1 }] }])),
      () =>
        old(
          call([
            { functionName: 'buy', valueLimit: '0x1' },
            { functionName: 'sell', valueLimit: '0x2' },
          ]),
        ),
      () => old({ ...call([{ functionName: 'sell' }]), policies: native.policies }),
      () => old({ ...native, recipient: friend }),
      () =>
        old(bare, {
          policies: [{ type: 'token-allowance', data: { allowance: '5', recipient: friend } }],
        }),
      () => old(native, { policies: [{ type: 'call-limit', data: { count: 3, interval: 60 } }] }),
      () => old(native, { policies: [{ type: 'call-limit', data: { count: 3 }, period: 60 }] }),
    ])
      expect(codeOf(run), String(run)).toBe(4200)
    expect(
      old(native, { permissions: [native, { ...other, required: false }] }).request.terms,
    ).toEqual(old(native).request.terms)
  })

  it('whatever it is, it is refused or has an end, a redeemer and terms that can be read back', () => {
    const part = fc.oneof(fc.anything(), fc.constantFrom('0x5', now, end, site, contract, abi))
    const value = fc.record(
      {
        chainId: part,
        address: part,
        expiry: fc.oneof(part, fc.constant(end)),
        signer: fc.oneof(part, fc.constant(signer)),
        permissions: fc.array(
          fc.record({
            type: fc.constantFrom(
              'native-token-transfer',
              'erc20-token-transfer',
              'native-token-recurring-allowance',
              'contract-call',
              'x',
            ),
            data: fc.record(
              {
                address: part,
                allowance: part,
                start: part,
                period: part,
                calls: part,
                abi: part,
                functions: fc.oneof(part, fc.constant([{ functionName: 'buy', args: [] }])),
              },
              { requiredKeys: [] },
            ),
            policies: fc.oneof(part, fc.constant(native.policies)),
          }),
          { maxLength: 2 },
        ),
        policies: part,
      },
      { requiredKeys: ['permissions'] },
    )
    fc.assert(
      fc.property(fc.oneof(value, fc.anything()), (one) => {
        let found
        try {
          found = readOldRequest([one], now)
        } catch (error) {
          expect(error).toBeInstanceOf(Fault)
          return
        }
        const terms: SessionTerms = { ...found.request.terms, nonce: 0n }
        expect(terms.redeemers).toHaveLength(1)
        expect(readCaveats(writeCaveats(terms))).toEqual(terms)
        expect(() => JSON.stringify(found.write(terms))).not.toThrow()
      }),
      { numRuns: 500 },
    )
  })
})

test('amounts of the request are those of the terms, to the last unit', () => {
  fc.assert(
    fc.property(amount, (value) => {
      const item = permission('native-token-allowance', { allowanceAmount: toHex(value) })
      expect(read(item)?.terms.what).toMatchObject({ amount: value })
    }),
  )
})
