import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { encodeFunctionData, parseEther, parseUnits } from 'viem'

import { word } from '../../chains/evm/provider/quantity.ts'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { startTestKit, startTestWallet } from '../../session/startTestKit.ts'
import { prepareSwap, sendSwap } from './actions.ts'
import { network, routerAbi, startTestSwaps } from './startTestSwaps.ts'
import { contextOf } from '../../core/kit/context.ts'

const swaps = startTestSwaps()
const self = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const thief = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const tokenOf = (symbol: string) =>
  swaps.deployment().tokens.find((token) => token.symbol === symbol)?.address as `0x${string}`
const router = () => swaps.deployment().swap?.router as `0x${string}`
const id = (address: string) => `${network}:${address}`

beforeEach(() => {
  startTestPage()
  for (const key of Object.keys(swaps.variant))
    delete swaps.variant[key as keyof typeof swaps.variant]
})

async function start() {
  const wallet = startTestWallet({ chains: [swaps.chain()] })
  const { kit } = startTestKit({
    chains: [swaps.chain()],
    services: { api: swaps.url() },
    customRpcUrls: { 'eip155:31337': [swaps.chain().rpcUrl] },
    clock: undefined as never,
  })
  await kit.connect({ connectorId: wallet.info.rdns })
  onTestFinished(wallet.close)
  return { kit }
}

const ofToken = () => ({ from: tokenOf('USDC'), to: tokenOf('LINK'), amount: '25' })
/**
 * Call data of a swap in the pools. With a minimum of 0, the builder of the block could take a
 * large part of the amount.
 */
const pathSwap = (amount: bigint, least: bigint) =>
  encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactTokensForTokens',
    args: [amount, least, [tokenOf('USDC'), swaps.deployment().dex.weth, tokenOf('LINK')], self],
  })
const multicall = (calls: readonly `0x${string}`[]) =>
  encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [calls] })

test('a permit names the checked contract, even if the API names another contract later', async () => {
  const { kit } = await start()
  swaps.variant.quote = (quote) => ({ ...quote, spender: undefined })
  const prepared = await prepareSwap(kit, ofToken())
  expect(prepared).toMatchObject({ method: 'permit', isChecked: true, problems: [] })
  swaps.variant.spenders = [router(), thief, thief, thief]
  const [adapter] = contextOf(kit).adapters
  if (!adapter) throw new Error('there is one')
  const { request } = adapter
  const signed: string[] = []
  Object.assign(adapter, {
    request(rpcRequest: Parameters<typeof request>[0]) {
      if (rpcRequest.method === 'eth_signTypedData_v4')
        signed.push(JSON.stringify(rpcRequest.params))
      return request(rpcRequest)
    },
  })
  await sendSwap(kit, prepared).catch(() => {})
  expect(signed).toHaveLength(1)
  expect(signed[0]?.toLowerCase()).toContain(router().toLowerCase())
})

test('a swap whose contract is the account itself is refused', async () => {
  const { kit } = await start()
  const amount = parseEther('0.1')
  const { weth } = swaps.deployment().dex
  const swap = encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactTokensForTokens',
    args: [amount, 0n, [weth, tokenOf('LINK')], self],
  })
  const data = `0x${word(router())}${word(amount)}${word(BigInt(swap.length / 2 - 1))}${swap.slice(2)}`
  swaps.variant.quote = (quote) => ({ ...quote, spender: id(self) })
  swaps.variant.tx = (tx) => ({ ...tx, to: id(self), data })
  await expect(prepareSwap(kit, { to: tokenOf('LINK'), amount })).rejects.toMatchObject({
    code: 'swapRefused',
    details: expect.stringContaining('itself') as string,
  })
})

test.for([
  ['no minimum', (amount: bigint) => pathSwap(amount, 0n)],
  [
    'a lower minimum',
    (amount: bigint, minimum: bigint) => pathSwap(amount, minimum - minimum / 100n),
  ],
  [
    'a minimum that the contract ignores',
    (amount: bigint, minimum: bigint) => `${pathSwap(amount, 0n)}${word(minimum)}` as const,
  ],
] as const)('a transaction with %s instead of the shown minimum is refused', async ([, dataOf]) => {
  const { kit } = await start()
  const honest = await prepareSwap(kit, ofToken())
  swaps.variant.tx = (tx) => ({
    ...tx,
    data: multicall([dataOf(parseUnits('25', 6), honest.minimum)]),
  })
  await expect(prepareSwap(kit, ofToken())).rejects.toMatchObject({
    code: expect.stringMatching(/swapRefused|priceMoved/) as string,
  })
})

test('if the price moves before the transaction is built, the shown minimum does not change', async () => {
  const { kit } = await start()
  const honest = await prepareSwap(kit, ofToken())
  // the API offers half a percent more than it expects when it builds the transaction
  swaps.variant.quote = (quote) => ({
    ...quote,
    toAmount: String((honest.offer.arrives * 1_005n) / 1_000n),
  })
  const prepared = await prepareSwap(kit, ofToken())
  expect(prepared).toMatchObject({ isChecked: true, problems: [] })
  const shown = prepared.minimum
  const data =
    prepared.transaction && 'data' in prepared.transaction ? String(prepared.transaction.data) : ''
  const words = Array.from({ length: data.length / 2 }, (_, at) =>
    data.slice(2 + at * 2, 66 + at * 2),
  )
    .filter((word) => word.length === 64)
    .map((word) => BigInt(`0x${word}`))
  expect(words.some((word) => word >= shown && word <= honest.offer.arrives)).toBe(true)
})
