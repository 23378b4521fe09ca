import { getBalance } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePorts } from '../../../../../../devnet/src/ports.ts'
import { startAnvil } from '../../../../../../devnet/src/startAnvil.ts'
import type { Anvil } from '../../../../../../devnet/src/startAnvil.ts'
import { startTestPage } from '../startTestPage.ts'
import { prepareSend } from '../../../domains/send/review/prepareSend.ts'
import type { PreparedSend } from '../../../domains/send/review/prepareSend.ts'
import { sendPrepared } from '../../../domains/send/progress/sendPrepared.lazy.ts'
import {
  ether,
  firstNetwork as networkId,
  friend,
  self,
  startTestSend,
} from '../../../domains/send/startTestSend.ts'
import type { EvmFee } from './fees.ts'

/**
 * `oracle` reports the cost of data on rollups of the OP stack. `l1Block` stores the parameters of
 * that cost.
 */
const oracle = '0x420000000000000000000000000000000000000F'
const l1Block = '0x4200000000000000000000000000000000000015'

/** What the contract of {@link oracleOf} charges for a byte of a transaction, in wei. */
const priceOfByte = 600_000_000_000n

/**
 * Code of an oracle that answers one function: it returns the word at `place` of the call data
 * times {@link priceOfByte}. It reverts for any other function.
 */
const oracleOf = (selector: string, place: string) =>
  `0x5f3560e01c63${selector}146011575f5ffd5b60${place}3564${priceOfByte.toString(16).padStart(10, '0')}025f5260205ff3`
const fjord = oracleOf('f1c7a58b', '04') // getL1FeeUpperBound(uint256): at 4 is the size itself
const ecotone = oracleOf('49948e0e', '24') // getL1Fee(bytes): at 0x24 is the length of the bytes

let rollup: Anvil
let chain: { id: number; name: string; rpcUrl: string }
beforeAll(async () => {
  const [port = 0] = await freePorts(1)
  rollup = await startAnvil({ port, args: ['--chain-id', '31337', '--network', 'optimism'] })
  chain = { id: 31337, name: 'Rollup', rpcUrl: rollup.url }
})
afterAll(() => rollup.close())
beforeEach(() => void startTestPage())

const order = { networkId, from: self, to: { address: friend }, token: ether } as const

/** A kit on a rollup whose oracle has this code. */
async function startOnRollup(code: string) {
  const started = await startTestSend([chain])
  const steer = (method: string, ...params: readonly unknown[]) =>
    started.client.request({ method: method as never, params: params as never })
  await steer('anvil_setCode', oracle, code)
  return { ...started, steer }
}

/** The fee with its parts. The type of a prepared transfer does not name the parts. */
const evmFeeOf = ({ fee }: PreparedSend) => fee as EvmFee | undefined // the kit uses EVM

test.each([
  ['since Fjord', fjord],
  ['before', ecotone],
])('the total fee includes the data fee of the layer below (%s)', async (_, code) => {
  const { kit, deployToken: unreliable } = await startOnRollup(code)
  const prepared = await prepareSend(kit, { ...order, amount: 1n })
  const fee = evmFeeOf(prepared)
  expect(fee).toMatchObject({
    data: 130n * priceOfByte,
    total: 21_000n * (fee?.expected ?? 0n) + 130n * priceOfByte,
  })
  expect(fee?.maxTotal).toBe(21_000n * (fee?.max ?? 0n) + (130n * priceOfByte * 5n) / 4n)
  const token = await unreliable('plain')
  expect(evmFeeOf(await prepareSend(kit, { ...order, token, amount: 1n }))?.data).toBe(
    (130n + 68n) * priceOfByte,
  ) // a token transfer has 68 bytes of call data
})

test.each([
  ['no oracle', '0x'],
  ['an oracle that knows neither', '0x5f5ffd'],
])('with %s the data fee is zero', async (_, code) => {
  const { kit } = await startOnRollup(code)
  expect((await prepareSend(kit, { ...order, amount: 1n })).fee).toMatchObject({ data: 0n })
})

test('an account that can pay the gas but not the data fee has the problem `fee`', async () => {
  const { kit, steer } = await startOnRollup(fjord)
  const fee = evmFeeOf(await prepareSend(kit, { ...order, amount: 1n }))
  const gas = 21_000n * (fee?.max ?? 0n)
  await steer('anvil_setBalance', self, `0x${(gas * 2n + 10n).toString(16)}`)
  expect(fee?.data).toBeGreaterThan(gas)
  expect((await prepareSend(kit, { ...order, amount: 10n })).problems).toEqual(['fee'])
  await steer('anvil_setBalance', self, `0x${(10n ** 22n).toString(16)}`)
})

test('on a chain that charges for data, the maximum amount can be sent', async () => {
  const { kit, client, mined, steer } = await startOnRollup(fjord)
  const slot = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
  await steer('anvil_setStorageAt', l1Block, slot(1n), slot(30n * 10n ** 9n)) // base fee of layer 1
  await steer('anvil_setStorageAt', l1Block, slot(3n), slot(1_000_000n << 96n)) // fee scalar
  const before = await getBalance(client, { address: self })
  const prepared = await prepareSend(kit, { ...order, amount: 'max' })
  expect(prepared.problems).toEqual([])
  const { status, gasUsed, effectiveGasPrice } = await mined(await sendPrepared(kit, prepared))
  expect(status).toBe('success')
  const left = await getBalance(client, { address: self })
  const data = before - prepared.amount - gasUsed * effectiveGasPrice - left
  expect(data).toBeGreaterThan(0n) // the chain has charged a fee for data
  expect(data).toBeLessThanOrEqual(evmFeeOf(prepared)?.data ?? 0n)
})
