import { fromHex } from '@latchkey/protocol/hex'
import { compact } from '@polkadot-api/substrate-bindings'
import { expect, test } from 'vitest'
import { testRuntime } from '../testing/testMetadata.ts'
import { hexOf } from './bytes.ts'
import { readCall, writeCall } from './calls.ts'
import { readEvents } from './events.ts'
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
