import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestPage } from '../../../chains/evm/startTestPage.ts'
import { startTestChains } from '../../../testing/startTestChains.ts'
import { prepareAgain } from './prepareAgain.ts'
import { prepareSend } from '../review/prepareSend.ts'
import { ether, firstNetwork as networkId, friend, self, startTestSend } from '../startTestSend.ts'

let devnet: Awaited<ReturnType<typeof startTestChains>>
beforeAll(async () => void (devnet = await startTestChains()))
afterAll(() => devnet.close())
beforeEach(() => void startTestPage())

const order = {
  networkId,
  from: self,
  to: { address: friend },
  token: ether,
  amount: 10n ** 15n,
} as const

const setBaseFee = async (
  client: Awaited<ReturnType<typeof startTestSend>>['client'],
  fee: bigint,
) => {
  await client.request({
    method: 'anvil_setNextBlockBaseFeePerGas' as never,
    params: [`0x${fee.toString(16)}`] as never,
  })
  await client.request({ method: 'evm_mine' as never })
}

test('prepareAgain uses the current fees, and returns nothing if they are much higher', async () => {
  const { kit, client } = await startTestSend(devnet.chains)
  await setBaseFee(client, 80_000_000_000n)
  const before = await prepareSend(kit, order)
  await setBaseFee(client, 70_000_000_000n)
  const again = await prepareAgain(kit, before, {})
  expect(again).toMatchObject({ amount: order.amount, to: { address: friend }, problems: [] })
  expect(again?.fee?.maxTotal).toBeLessThan(before.fee?.maxTotal ?? 0n)
  await setBaseFee(client, 85_000_000_000n)
  expect(await prepareAgain(kit, before, {})).toMatchObject({ problems: [] })
  await setBaseFee(client, 120_000_000_000n)
  expect(await prepareAgain(kit, before, {})).toBeUndefined()
})

test('if the balance was spent in the meantime, prepareAgain returns nothing', async () => {
  const { kit, client } = await startTestSend(devnet.chains)
  const before = await prepareSend(kit, order)
  await client.request({ method: 'anvil_setBalance' as never, params: [self, '0x1'] as never })
  expect(await prepareAgain(kit, before, {})).toBeUndefined()
  await client.request({
    method: 'anvil_setBalance' as never,
    params: [self, `0x${(10n ** 22n).toString(16)}`] as never,
  })
})

test('prepareAgain returns nothing for a new warning, but accepts a known warning', async () => {
  const { kit, client } = await startTestSend(devnet.chains)
  const to = { address: `0x${'ce'.repeat(20)}` } as const
  const before = await prepareSend(kit, { ...order, to })
  await client.request({ method: 'anvil_setCode' as never, params: [to.address, '0x00'] as never })
  expect(await prepareAgain(kit, before, {})).toBeUndefined()
  const read = await prepareSend(kit, { ...order, to })
  expect(read.warnings).toContainEqual({ kind: 'contract' })
  expect(await prepareAgain(kit, read, {})).toMatchObject({ problems: [] })
})

test('after a change of network or account, prepareAgain returns nothing', async () => {
  const { kit, wallet } = await startTestSend(devnet.chains)
  const before = await prepareSend(kit, order)
  await kit.switchNetwork({ networkId: 'eip155:31338' })
  expect(await prepareAgain(kit, before, {})).toBeUndefined()
  await kit.switchNetwork({ networkId })
  expect(await prepareAgain(kit, before, {})).toMatchObject({ from: self })
  wallet.selectAccount(friend)
  await expect.poll(() => JSON.stringify(kit.getState().sessions)).toContain(friend)
  expect(await prepareAgain(kit, before, {})).toBeUndefined()
})
