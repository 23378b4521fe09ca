import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { erc20Abi } from 'viem'
import { getTransactionCount, readContract } from 'viem/actions'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { toWalletError } from '../../core/requests/walletError.lazy.ts'
import { startTestKit, startTestWallet } from '../../session/startTestKit.ts'
import { kitError } from '../../core/errors/errors.ts'
import { isUnsent } from '../../core/errors/isUnsent.ts'
import type { KitError } from '../../core/errors/KitError.ts'
import { accountOf } from '../../core/kit/state.ts'
import { prepareSwap, sendSwap } from './actions.ts'
import { startTestSwaps } from './startTestSwaps.ts'
import { contextOf } from '../../core/kit/context.ts'

const swaps = startTestSwaps()
const self = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const tokenOf = (symbol: string) =>
  swaps.deployment().tokens.find((token) => token.symbol === symbol)?.address as `0x${string}`
const order = () => ({ from: tokenOf('USDC'), to: tokenOf('LINK'), amount: '25' })
const allowed = () =>
  readContract(swaps.client(), {
    address: tokenOf('USDC'),
    abi: erc20Abi,
    functionName: 'allowance',
    args: [self, swaps.deployment().swap?.router as `0x${string}`],
  })
const sentBefore = () => getTransactionCount(swaps.client(), { address: self })

beforeEach(() => {
  startTestPage()
  for (const key of Object.keys(swaps.variant))
    delete swaps.variant[key as keyof typeof swaps.variant]
})

/**
 * Starts a kit whose wallet accepts several calls, and sends them one after another once
 * `isConfirmed` resolves. With `refusal`, the wallet reports that it supports this, but then
 * refuses with this code.
 */
async function start({
  isConfirmed = Promise.resolve(),
  refusal,
}: {
  isConfirmed?: Promise<void>
  refusal?: number
} = {}) {
  const wallet = startTestWallet({ chains: [swaps.chain()] })
  const { kit } = startTestKit({
    chains: [swaps.chain()],
    services: { api: swaps.url() },
    customRpcUrls: { 'eip155:31337': [swaps.chain().rpcUrl] },
    clock: undefined as never,
  })
  await kit.connect({ connectorId: wallet.info.rdns })
  onTestFinished(wallet.close)
  const [adapter] = contextOf(kit).adapters
  const account = accountOf(kit.getState())
  if (!adapter || !account) throw new Error('It is connected')
  const { client } = await contextOf(kit).queries()
  client.setQueryData(['batching', account.connectorId, account.accountId.toLowerCase()], 'inOrder')
  const { request } = adapter
  const requests: string[] = []
  const receipts: { transactionHash: unknown }[] = []
  Object.assign(adapter, {
    async request(one: Parameters<typeof request>[0]): Promise<unknown> {
      if (one.method.startsWith('wallet_')) requests.push(one.method)
      if (one.method === 'wallet_getCallsStatus') return { status: 200, receipts }
      if (one.method !== 'wallet_sendCalls') return request(one)
      if (refusal !== undefined)
        throw toWalletError(Object.assign(new Error('No'), { code: refusal }))
      await isConfirmed
      const [{ calls }] = one.params as [{ calls: object[] }]
      // with a fixed gas limit, because the node can't estimate the swap before the approval is in
      // a block
      for (const call of calls)
        receipts.push({
          transactionHash: await swaps.client().request({
            method: 'eth_sendTransaction',
            params: [{ from: self, gas: '0x7a120', ...call }],
          } as never),
        })
      return { id: 'batch' }
    },
  })
  return { kit, requests }
}

test('an approval and a swap in one batch need one request, and no allowance remains', async () => {
  const { kit, requests } = await start()
  swaps.variant.noPermits = true
  const prepared = await prepareSwap(kit, order())
  expect(prepared).toMatchObject({ method: 'together', isChecked: true, problems: [] })
  const outcome = await sendSwap(kit, prepared)
  expect(outcome).toMatchObject({ status: 'mined', arrived: expect.any(BigInt) as bigint })
  expect(requests.filter((method) => method === 'wallet_sendCalls').length).toBe(1)
  expect(await allowed()).toBe(0n)
})

test('if the wallet refuses the batch, approval and swap are requested one by one', async () => {
  const { kit, requests } = await start({ refusal: 5_750 })
  swaps.variant.noPermits = true
  const steps: unknown[] = []
  const outcome = await sendSwap(kit, await prepareSwap(kit, order()), {
    onProgress: (progress) => steps.push('step' in progress ? progress.step : progress.status),
  })
  expect(steps).toEqual([
    'checking',
    'together',
    'checking',
    'approve',
    'approving',
    'checking',
    'swap',
    'sent',
  ])
  expect(outcome.status).toBe('mined')
  expect(requests.filter((method) => method === 'wallet_sendCalls').length).toBe(1)
  expect(await allowed()).toBe(0n)
})

test('if the visitor declines the batch, nothing more is requested', async () => {
  const { kit } = await start({ refusal: 4_001 })
  swaps.variant.noPermits = true
  const before = await sentBefore()
  await expect(sendSwap(kit, await prepareSwap(kit, order()))).rejects.toMatchObject({
    code: 'userRejected',
  })
  expect(await sentBefore()).toBe(before)
})

test('after an abort, a swap that the wallet sends later still appears in the activity', async () => {
  let confirm = () => {}
  const { kit, requests } = await start({
    isConfirmed: new Promise((resolve) => (confirm = resolve)),
  })
  swaps.variant.noPermits = true
  const controller = new AbortController()
  const sending = sendSwap(kit, await prepareSwap(kit, order()), {
    signal: controller.signal,
  }).catch((error: KitError) => error)
  await expect.poll(() => requests).toContain('wallet_sendCalls')
  controller.abort()
  expect(await sending).toMatchObject({ code: 'requestAborted' })
  confirm()
  await expect
    .poll(() => kit.getState().pending, { timeout: 10_000 })
    .toMatchObject([{ description: { operationType: 'trade' } }])
})

test('if following the swap fails, the swap still counts as sent', async () => {
  const { kit } = await start()
  swaps.variant.noPermits = true
  Object.assign(kit, { followTransaction: () => Promise.reject(kitError('actionNotAllowed')) })
  const before = await sentBefore()
  const error = await sendSwap(kit, await prepareSwap(kit, order())).catch(
    (reason: KitError) => reason,
  )
  await expect.poll(sentBefore).toBe(before + 2)
  expect(isUnsent(error as KitError)).toBe(false)
})
