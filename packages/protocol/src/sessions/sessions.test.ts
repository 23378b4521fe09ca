import fc from 'fast-check'
import {
  encodeAbiParameters,
  encodeFunctionData,
  hashStruct,
  hashTypedData,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { describe, expect, it } from 'vitest'
import type { Hex } from '../evmSignature/hex.ts'
import { delegationManager } from '../smartAccounts/contracts.ts'
import { readCaveats, writeCaveats, type Caveat } from './caveats.ts'
import {
  delegationDigest,
  delegationHash,
  delegationTypedData,
  disableCall,
  raiseNonceCall,
  readContext,
  readDisableCall,
  rootAuthority,
  writeContext,
  type SignedDelegation,
} from './delegation.ts'
import { enforcers } from './enforcers.ts'
import { availableAt, worstCaseOf } from './exposure.ts'
import { maxUint256, type SessionTerms, type Spending } from './terms.ts'

const digits = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((all) => Buffer.from(all).toString('hex'))
const hex = (bytes: number): fc.Arbitrary<Hex> => digits(bytes).map((text): Hex => `0x${text}`)
const address = hex(20)
const amount = fc.bigInt(1n, maxUint256 - 1n)
const second = fc.integer({ min: 1, max: 2 ** 40 })

const spending: fc.Arbitrary<Spending> = fc
  .record({ token: fc.option(address, { nil: undefined }), startTime: second })
  .map(({ token, startTime }) => ({ startTime, ...(token && { token }) }))
  .chain((common) =>
    fc.oneof(
      amount.map((value) => ({ ...common, kind: 'allowance' as const, amount: value })),
      fc.tuple(amount, second).map(([value, period]) => ({
        ...common,
        kind: 'periodic' as const,
        amount: value,
        period,
      })),
      fc.tuple(amount, amount, amount).map(([initialAmount, amountPerSecond, maxAmount]) => ({
        ...common,
        kind: 'stream' as const,
        initialAmount,
        amountPerSecond,
        maxAmount,
      })),
    ),
  )
const calls = fc.record({
  kind: fc.constant('calls' as const),
  targets: fc.array(address, { minLength: 1, maxLength: 4 }),
  selectors: fc.array(hex(4), { minLength: 1, maxLength: 4 }),
  maxValue: fc.oneof(fc.constant(0n), amount),
  fixed: fc.array(fc.record({ index: fc.integer({ min: 0, max: 31 }), value: hex(32) }), {
    maxLength: 3,
  }),
})
const rules = fc.record(
  {
    maxUses: amount,
    expiry: second,
    redeemers: fc.array(address, { minLength: 1, maxLength: 3 }),
    nonce: fc.oneof(fc.constant(0n), amount),
  },
  { requiredKeys: ['expiry', 'redeemers', 'nonce'] },
)
const terms: fc.Arbitrary<SessionTerms> = fc.oneof(
  fc.tuple(rules, calls).map(([rest, what]) => ({ ...rest, what })),
  fc.tuple(rules, spending, fc.array(address, { maxLength: 3 })).map(([rest, what, payees]) => ({
    ...rest,
    what,
    ...(payees.length > 0 && { payees: what.token ? payees.slice(0, 1) : payees }),
  })),
)
const delegation: fc.Arbitrary<SignedDelegation> = fc.record({
  delegate: address,
  delegator: address,
  authority: fc.constant(rootAuthority),
  caveats: terms.map(writeCaveats),
  salt: amount,
  signature: hex(65),
})

const listType = parseAbiParameters([
  'Delegation[] delegations',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
])
const managerAbi = parseAbi([
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'function disableDelegation(Delegation delegation)',
  'function incrementNonce(address manager)',
])

const sorted = (caveats: readonly Caveat[]) =>
  caveats.map(({ enforcer, terms, args }) => `${enforcer} ${terms} ${args}`.toLowerCase()).sort()

describe('caveats', () => {
  it('are read back as the terms that were written', () => {
    fc.assert(
      fc.property(terms, (all) => {
        expect(readCaveats(writeCaveats(all))).toEqual(all)
      }),
    )
  })

  it('that differ in anything are not read, or are read as what they are', () => {
    fc.assert(
      fc.property(terms, fc.nat(), fc.nat(), digits(1), (all, which, place, byte) => {
        const caveats = writeCaveats(all)
        const index = which % caveats.length
        const old = caveats[index]?.terms ?? '0x'
        const at = 2 + 2 * (place % Math.max(1, (old.length - 2) / 2))
        const changed: Hex = `0x${old.slice(2, at)}${byte}${old.slice(at + 2)}`
        const spoiled = caveats.map((one, own) =>
          own === index ? { ...one, terms: changed } : one,
        )
        const read = readCaveats(spoiled)
        expect(sorted(read ? writeCaveats(read) : spoiled)).toEqual(sorted(spoiled))
      }),
    )
  })

  it('without an end are neither written nor read: to the enforcer, 0 means none', () => {
    fc.assert(
      fc.property(terms, (all) => {
        expect(() => writeCaveats({ ...all, expiry: 0 })).toThrow(RangeError)
        const endless = writeCaveats(all).map((one) =>
          one.enforcer.toLowerCase() === enforcers.timestamp.toLowerCase()
            ? { ...one, terms: `0x${'0'.repeat(64)}` as const }
            : one,
        )
        expect(readCaveats(endless)).toBeUndefined()
      }),
    )
  })

  it('are read in any order, and nothing is read that the caveats do not say', () => {
    fc.assert(
      fc.property(terms, fc.nat(), (all, which) => {
        const caveats = writeCaveats(all)
        const [first, ...rest] = caveats
        if (!first) throw new Error('no caveat')
        const { fixed = [] } = all.what.kind === 'calls' ? all.what : {}
        if (fixed.length < 2) expect(readCaveats([...rest, first])).toEqual(all)
        expect(readCaveats([...caveats, first])).toBeUndefined()
        expect(readCaveats([{ ...first, args: '0x00' }, ...rest])).toBeUndefined()
        const fewer = caveats.filter((_, index) => index !== which % caveats.length)
        const read = readCaveats(fewer)
        if (read) expect(sorted(writeCaveats(read))).toEqual(sorted(fewer))
      }),
    )
  })
})

describe('a delegation', () => {
  it('has the hash and the signed hash that viem computes', () => {
    fc.assert(
      fc.property(delegation, fc.integer({ min: 1, max: 2 ** 40 }), (one, chainId) => {
        const data = delegationTypedData(one, chainId)
        expect(delegationHash(one)).toBe(
          hashStruct({ data: data.message, primaryType: data.primaryType, types: data.types }),
        )
        expect(delegationDigest(one, chainId)).toBe(hashTypedData(data))
      }),
    )
  })

  it('is encoded as viem encodes it, and read back', () => {
    fc.assert(
      fc.property(delegation, (one) => {
        const context = writeContext(one)
        expect(context).toBe(encodeAbiParameters(listType, [[one]]))
        expect(readContext(context)).toEqual(one)
        expect(disableCall(one)).toBe(
          encodeFunctionData({ abi: managerAbi, functionName: 'disableDelegation', args: [one] }),
        )
        expect(readDisableCall(disableCall(one))).toEqual(one)
      }),
    )
    expect(raiseNonceCall()).toBe(
      encodeFunctionData({
        abi: managerAbi,
        functionName: 'incrementNonce',
        args: [delegationManager],
      }),
    )
  })

  it('is not read from a context of two, or with a changed byte, as anything that it is not', () => {
    fc.assert(
      fc.property(delegation, fc.nat(), digits(1), (one, place, byte) => {
        expect(readContext(encodeAbiParameters(listType, [[one, one]]))).toBeUndefined()
        const context = writeContext(one)
        const at = 2 + 2 * (place % ((context.length - 2) / 2))
        const changed: Hex = `0x${context.slice(2, at)}${byte}${context.slice(at + 2)}`
        const read = readContext(changed)
        if (read) expect(writeContext(read)).toBe(changed)
        const call = disableCall(one)
        const spoiled: Hex = `0x${call.slice(2, at)}${byte}${call.slice(at + 2)}`
        const ended = readDisableCall(spoiled)
        if (ended) expect(disableCall(ended)).toBe(spoiled)
        expect(readDisableCall(`${call}00`)).toBeUndefined()
        expect(readDisableCall(call.replace('49934047', '2d40d052'))).toBeUndefined()
      }),
    )
  })

  it('is not read from something else, or from too much', () => {
    const texts = ['', '0x', '0x00', `0x${'0'.repeat(64)}`, `0x${'f'.repeat(40_000)}`]
    for (const value of [undefined, 1, ...texts]) {
      expect(readContext(value)).toBeUndefined()
      expect(readDisableCall(value)).toBeUndefined()
    }
  })
})

describe('the most that a session can take', () => {
  const day = 86_400
  const base = { expiry: 10 * day, redeemers: [`0x${'1'.repeat(40)}` as Hex], nonce: 0n }
  const daily = { kind: 'periodic', amount: 5n, period: day, startTime: 1 } as const

  it('counts the periods that begin before the end', () => {
    expect(worstCaseOf({ ...base, what: daily }, 1)).toBe(50n)
    expect(worstCaseOf({ ...base, what: { ...daily, startTime: day } }, 1)).toBe(45n)
    expect(worstCaseOf({ ...base, what: daily, maxUses: 3n }, 1)).toBe(15n)
    expect(worstCaseOf({ ...base, what: daily }, 9 * day + 1)).toBe(5n)
    expect(worstCaseOf({ ...base, what: daily }, 10 * day)).toBe(0n)
  })

  it('is never less than what can be taken second by second', () => {
    fc.assert(
      fc.property(
        fc.record({
          period: fc.integer({ min: 1, max: 9 }),
          startTime: fc.integer({ min: 1, max: 20 }),
          expiry: fc.integer({ min: 1, max: 60 }),
          now: fc.integer({ min: 1, max: 60 }),
        }),
        ({ period, startTime, expiry, now }) => {
          const what = { kind: 'periodic', amount: 1n, period, startTime } as const
          const periods = new Set<number>()
          for (let second = now; second < expiry; second++)
            if (availableAt(what, second) > 0n)
              periods.add(Math.floor((second - startTime) / period))
          expect(worstCaseOf({ ...base, expiry, what }, now)).toBe(BigInt(periods.size))
        },
      ),
    )
  })

  it('of a stream is what has flowed in the last second, and no more than its end', () => {
    const what = {
      kind: 'stream',
      initialAmount: 10n,
      amountPerSecond: 2n,
      maxAmount: 100n,
      startTime: 5,
    } as const
    expect(worstCaseOf({ ...base, expiry: 15, what }, 1)).toBe(28n)
    expect(worstCaseOf({ ...base, expiry: 5, what }, 1)).toBe(0n)
    expect(worstCaseOf({ ...base, expiry: 1_000, what }, 1)).toBe(100n)
    expect(availableAt(what, 4)).toBe(0n)
    expect(availableAt(what, 5)).toBe(10n)
    expect(availableAt(what, 49)).toBe(98n)
    expect(availableAt(what, 51)).toBe(100n)
  })

  it('of a stream that the enforcer refuses is nothing', () => {
    const what = {
      kind: 'stream',
      initialAmount: 10n,
      amountPerSecond: 2n,
      maxAmount: 9n,
      startTime: 5,
    } as const
    expect(availableAt(what, 50)).toBe(0n)
    expect(worstCaseOf({ ...base, what }, 1)).toBe(0n)
    const huge = { ...what, amountPerSecond: maxUint256, maxAmount: maxUint256 }
    expect(availableAt(huge, 5)).toBe(10n)
    expect(availableAt(huge, 6)).toBe(0n)
  })

  it('of calls is the native currency of all calls', () => {
    const what = { kind: 'calls', targets: [], selectors: [], maxValue: 3n, fixed: [] } as const
    expect(worstCaseOf({ ...base, what }, 1)).toBeUndefined()
    expect(worstCaseOf({ ...base, what, maxUses: 4n }, 1)).toBe(12n)
    expect(worstCaseOf({ ...base, what: { ...what, maxValue: 0n } }, 1)).toBe(0n)
  })
})
