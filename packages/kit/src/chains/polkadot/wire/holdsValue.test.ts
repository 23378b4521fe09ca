import { fromHex } from '@latchkey/protocol/hex'
import { compact } from '@polkadot-api/substrate-bindings'
import { expect, test } from 'vitest'
import { testRuntime } from '../testing/testMetadata.ts'
import { hexOf } from './bytes.ts'
import { readCall, writeCall } from './calls.ts'
import { readEvents, readOutcome } from './events.ts'
import { holdsValue } from './holdsValue.ts'

/** The counts of lists that no bytes follow: 2^30 - 1, and one of 11 bytes. */
const hugeCounts = ['feffffff', '1f3a7f15013f915f007f003f']

test.each(hugeCounts)(
  'a list with the count %s, which the bytes can’t hold, is not read',
  async (count) => {
    const runtime = await testRuntime('polkadot')
    const { location } = runtime.builder.buildCall('Utility', 'batch_all')
    const bytes = fromHex(`${Buffer.from(location).toString('hex')}${count}${'00'.repeat(40)}`)
    expect(readCall(runtime, bytes)).toBeUndefined()
    expect(readEvents(runtime, hexOf(fromHex(`${count}${'00'.repeat(40)}`)))).toBeUndefined()
  },
)

test('a list of values without content can’t claim to have more of them than there are bytes', async () => {
  const { lookup } = await testRuntime('polkadot')
  const list = { id: 0, type: 'sequence', value: { id: 1, type: 'void' } } as const
  const runtime = { lookup: Object.assign(() => list, { metadata: lookup.metadata, call: null }) }
  expect(holdsValue(runtime, 0, compact.enc(1))).toBe(true)
  expect(holdsValue(runtime, 0, compact.enc(2 ** 30))).toBe(false)
})

test('calls within calls are measured up to a depth, and never hang', async () => {
  const runtime = await testRuntime('polkadot')
  const remark = { type: 'System', value: { type: 'remark', value: { remark: new Uint8Array(3) } } }
  const batch = writeCall(runtime, {
    pallet: 'Utility',
    name: 'batch_all',
    parameters: { calls: [remark, remark] },
  })
  expect(readCall(runtime, batch)).toMatchObject({ pallet: 'Utility', name: 'batch_all' })
  const { location } = runtime.builder.buildCall('Utility', 'batch_all')
  const deep = Array.from({ length: 20_000 }, () => [...location, 4]).flat()
  expect(readCall(runtime, Uint8Array.from(deep))).toBeUndefined()
})

test('the event of a failed call is read, with the name of its error', async () => {
  const runtime = await testRuntime('asset-hub-polkadot')
  const pallet = runtime.lookup.metadata.pallets.find(({ name }) => name === 'Balances')?.index ?? 0
  const { location } = runtime.builder.buildEvent('System', 'ExtrinsicFailed')
  const failed = Uint8Array.of(
    ...[4, 0, 3, 0, 0, 0, ...location], // one event, of the fourth transaction
    ...[3, pallet, 2, 0, 0, 0], // an error of a pallet: its number, and four bytes
    ...[4, 4, 0, 0, 0], // weight, class, whether it pays, and topics
  )
  expect(readOutcome(runtime, hexOf(failed), 3)).toEqual({
    isSuccess: false,
    reason: 'Balances.InsufficientBalance',
  })
})
