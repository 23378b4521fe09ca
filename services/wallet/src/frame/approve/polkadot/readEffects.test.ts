import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSs58 } from '@latchkey/protocol/chains/ss58'
import { readCall } from '../../rpc/polkadot/readCall.ts'
import { readMetadata } from '../../rpc/polkadot/readMetadata.ts'
import { callsOf } from '../../rpc/polkadot/testing/callsOf.ts'
import type { JsonCall } from '../../rpc/polkadot/testing/callsOf.ts'
import { createRandom, everyCall } from '../../rpc/polkadot/testing/randomCall.ts'
import { assetHub, chains } from '../../rpc/polkadot/testing/todaysMetadata.ts'
import { isAllOrNone, readEffects } from './readEffects.ts'
import type { Effect } from './readEffects.ts'
import { isRiskyKind } from './verdicts.ts'

const metadata = readMetadata(assetHub.metadata)
const calls = callsOf(assetHub.metadata)
const friend = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
const key = readSs58(friend)?.key ?? new Uint8Array()
const id = { type: 'Id', value: friend }

const effectsOf = (bytes: Uint8Array, by = metadata) => readEffects(readCall(by, bytes), bytes)
const effectsOfCall = (pallet: string, name: string, value: unknown) =>
  effectsOf(calls.encode(pallet, name, value))

test('payments are read with their recipient, amount and what has to stay', () => {
  const [to, amount] = [key, 12_345_678_901_234_567_890n]
  for (const [name, keepsAlive] of [
    ['transfer_keep_alive', true],
    ['transfer_allow_death', false],
  ] as const)
    expect(effectsOfCall('Balances', name, { dest: id, value: amount })).toEqual([
      { kind: 'transfer', to, amount, keepsAlive },
    ])
  for (const keepsAlive of [true, false])
    expect(effectsOfCall('Balances', 'transfer_all', { dest: id, keep_alive: keepsAlive })).toEqual(
      [{ kind: 'everything', to, keepsAlive }],
    )
  for (const name of ['transfer', 'transfer_keep_alive'])
    expect(effectsOfCall('Assets', name, { id: 1984, target: id, amount: 7n })).toEqual([
      { kind: 'token', asset: 1984n, to, amount: 7n },
    ])
})

test('an account that is not named by its key makes an unknown call', () => {
  for (const dest of [
    { type: 'Raw', value: new Uint8Array(32) },
    { type: 'Address20', value: `0x${'1'.repeat(40)}` },
    { type: 'Index', value: undefined },
  ])
    expect(effectsOfCall('Balances', 'transfer_keep_alive', { dest, value: 1n })).toEqual([
      { kind: 'otherCall', call: expect.objectContaining({ name: 'transfer_keep_alive' }) },
    ])
})

const pay = (value: bigint) => calls.call('Balances', 'transfer_keep_alive', { dest: id, value })
const batch = (name: string, list: readonly JsonCall[]) =>
  calls.call('Utility', name, { calls: list })
const codecOf = (call: JsonCall) => calls.codec.enc(call)
const amountsOf = (effects: readonly Effect[]) =>
  effects.map((effect) => (effect.kind === 'transfer' ? effect.amount : effect.kind))

test('the calls of a batch, and of batches in it, are read in their order', () => {
  for (const name of ['batch', 'batch_all', 'force_batch']) {
    const nested = batch(name, [
      pay(1n),
      batch('batch_all', [pay(2n), batch(name, [pay(3n)])]),
      pay(4n),
    ])
    expect(amountsOf(effectsOf(codecOf(nested)))).toEqual([1n, 2n, 3n, 4n])
  }
})

test('only batches that are `batch_all` throughout happen all or not at all', () => {
  const isWhole = (call: JsonCall) => {
    const read = readCall(metadata, codecOf(call))
    return read && isAllOrNone(read)
  }
  const whole = batch('batch_all', [pay(1n), batch('batch_all', [pay(2n)])])
  expect([isWhole(pay(1n)), isWhole(whole)]).toEqual([true, true])
  for (const call of [
    batch('batch', [pay(1n)]),
    batch('force_batch', [pay(1n)]),
    batch('batch_all', [pay(1n), batch('batch', [pay(2n)])]),
  ])
    expect(isWhole(call)).toBe(false)
})

test('batches that are empty, too long or too deep are unknown calls', () => {
  const deep = (levels: number): JsonCall =>
    levels === 0 ? pay(1n) : batch('batch_all', [deep(levels - 1)])
  expect(amountsOf(effectsOf(codecOf(deep(4))))).toEqual([1n])
  const many = (count: number) => batch('batch', Array<JsonCall>(count).fill(pay(1n)))
  expect(amountsOf(effectsOf(codecOf(many(50))))).toHaveLength(50)
  for (const call of [
    deep(5),
    many(51),
    many(0),
    batch('batch', [pay(1n), batch('batch', [])]),
    batch('batch', [many(30), many(30)]),
  ])
    expect(amountsOf(effectsOf(codecOf(call)))).toEqual(['otherCall'])
})

test('rights, calls in other names and administration are told apart', () => {
  expect(
    effectsOfCall('Proxy', 'add_proxy', {
      delegate: id,
      proxy_type: { type: 'Any', value: undefined },
      delay: 0,
    }),
  ).toMatchObject([{ kind: 'rights', to: key }])
  expect(
    effectsOfCall('Assets', 'approve_transfer', { id: 1984, delegate: id, amount: 9n }),
  ).toEqual([{ kind: 'allow', asset: 1984n, spender: key, amount: 9n }])
  expect(
    effectsOfCall('Proxy', 'proxy', { real: id, force_proxy_type: undefined, call: pay(1n) }),
  ).toMatchObject([{ kind: 'inOtherName' }])
  expect(effectsOfCall('System', 'set_code', { code: new Uint8Array(3) })).toMatchObject([
    { kind: 'administration' },
  ])
  expect(effectsOfCall('System', 'remark', { remark: new Uint8Array([1]) })).toEqual([
    { kind: 'note', bytes: new Uint8Array([1]) },
  ])
})

test('staking is described only if the rewards stay the account’s', () => {
  const bond = (payee: object) => effectsOfCall('Staking', 'bond', { value: 5n, payee })
  expect(bond({ type: 'Staked', value: undefined })).toMatchObject([{ kind: 'stake', amount: 5n }])
  expect(bond({ type: 'Account', value: friend })).toMatchObject([{ kind: 'otherCall' }])
})

/** The calls that may be described without a tick. Every other call needs one. */
const plain = new Set([
  'Balances.transfer_keep_alive',
  'Balances.transfer_allow_death',
  'Assets.transfer',
  'Assets.transfer_keep_alive',
  'System.remark',
  'System.remark_with_event',
  'Staking.bond',
  'Staking.bond_extra',
  'NominationPools.join',
  'Utility.batch',
  'Utility.batch_all',
  'Utility.force_batch',
])

test.each(chains.map((chain) => [chain.network.name, chain] as const))(
  'no call of %s is shown as another one',
  (_, chain) => {
    const own = readMetadata(chain.metadata)
    const { codec } = callsOf(chain.metadata)
    const seen = new Set<string>()
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        for (const { name, bytes } of everyCall(own, createRandom(seed))) {
          const effects = effectsOf(bytes, own)
          seen.add(name)
          if (!plain.has(name)) expect([name, effects.some(isRisky)]).toEqual([name, true])
          // a list of calls of which one is risky may be shown as one call
          if (effects.some(isRisky)) continue
          const parts = flattened(codec.dec(bytes))
          expect(effects).toHaveLength(parts.length)
          for (const [place, part] of parts.entries()) expectSame(effects[place], part)
        }
      }),
      { numRuns: 3 },
    )
    expect(seen.size).toBeGreaterThan(200)
  },
)

const isRisky = ({ kind }: Effect) => isRiskyKind(kind)

/** The calls of batches in a row, as another library reads them. */
const flattened = (call: JsonCall): readonly JsonCall[] =>
  call.type === 'Utility'
    ? (call.value.value as { calls: JsonCall[] }).calls.flatMap(flattened) // of a batch
    : [call]

/** Compares a plain effect with what another library reads. */
function expectSame(
  effect: Effect | undefined,
  { type: pallet, value: { type: name, value } }: JsonCall,
) {
  if (!effect) throw new Error('There is an effect for each call')
  const read = value as Record<string, unknown> // by the library
  expect(plain.has(`${pallet}.${name}`)).toBe(true)
  const target = (read['dest'] ?? read['target']) as { type: string; value: string } | undefined
  if ('to' in effect) {
    expect(target?.type).toBe('Id')
    expect(effect.to).toEqual(readSs58(target?.value ?? '')?.key)
  }
  if ('amount' in effect)
    expect(effect.amount).toBe(read['value'] ?? read['amount'] ?? read['max_additional'])
  if ('asset' in effect) expect(effect.asset).toBe(BigInt(Number(read['id'])))
  if (effect.kind === 'note') expect(effect.bytes).toEqual(read['remark'])
}

test('no change of a payment’s bytes leaves what is shown as it was', () => {
  const bytes = codecOf(batch('batch_all', [pay(1_000n), pay(2_000_000_000_000n)]))
  const shown = effectsOf(bytes)
  fc.assert(
    fc.property(
      fc.nat(bytes.length - 1),
      fc.integer({ min: 1, max: 255 }),
      fc.uint8Array({ maxLength: 3 }),
      (at, change, end) => {
        const changed = Uint8Array.from([...bytes, ...end])
        changed[at] = (changed[at] ?? 0) ^ change
        expect(effectsOf(changed)).not.toEqual(shown)
      },
    ),
    { numRuns: 400 },
  )
})

test('any bytes are read or shown as bytes, within limits', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const effects = effectsOf(bytes)
      expect(effects.length).toBeGreaterThan(0)
      expect(effects.length).toBeLessThanOrEqual(50)
    }),
    { numRuns: 300 },
  )
})
