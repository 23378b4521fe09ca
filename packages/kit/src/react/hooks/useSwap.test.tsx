import { formatAccountId } from '@latchkey/protocol/caip'
import { nativeTokenId } from '@latchkey/protocol/nativeToken'
import { erc20Abi } from 'viem'
import { readContract } from 'viem/actions'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { balancesQuery } from '../../domains/balances/balancesQuery.ts'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { startTestKit, startTestWallet } from '../../session/startTestKit.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { activeNetworkId } from '../../core/kit/state.ts'
import { startTestSwaps } from '../../domains/swap/startTestSwaps.ts'
import { KitProvider } from '../button/KitProvider.tsx'
import { useSwap } from './useSwap.ts'
import type { Swap } from './useSwap.ts'
import { contextOf } from '../../core/kit/context.ts'

const swaps = startTestSwaps()
const self = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const tokenOf = (symbol: string) =>
  swaps.deployment().tokens.find((token) => token.symbol === symbol)?.address as `0x${string}`

beforeEach(() => void startTestPage())

/** Renders a component below a provider of the kit, and returns the hook's value. */
function given(kit: Kit): Swap {
  let swap: Swap | undefined
  function Component() {
    swap = useSwap()
    return null
  }
  renderToString(
    <KitProvider kit={kit}>
      <Component />
    </KitProvider>,
  )
  if (!swap) throw new Error('The component was not drawn')
  return swap
}

/**
 * Starts a kit with a running clock that is connected to a development wallet, on a chain with
 * pools.
 */
async function start() {
  const wallet = startTestWallet({ chains: [swaps.chain()] })
  const { kit } = startTestKit({
    chains: [swaps.chain()],
    services: { api: swaps.url() },
    customRpcUrls: { 'eip155:31337': [swaps.chain().rpcUrl] },
    clock: undefined as never,
  })
  await kit.connect({ connectorId: wallet.info.rdns })
  return { kit, wallet }
}

test('a prepared swap is sent and mined, and appears in the state of the kit', async () => {
  const { kit } = await start()
  const { tokens, gasPrices, quotes, prepare, send } = given(kit)
  expect((await tokens()).map(({ symbol }) => symbol)).toContain('USDC')
  expect((await gasPrices()).standard).toBeGreaterThan(0n)
  const [offer] = await quotes({ to: tokenOf('USDC'), amount: '0.1' })
  const held = () =>
    readContract(swaps.client(), {
      address: tokenOf('USDC'),
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [self],
    })
  const before = await held()
  const { hash, status, arrived } = await send(
    await prepare({ to: tokenOf('USDC'), amount: '0.1' }),
  )
  expect({ status, arrived }).toEqual({ status: 'mined', arrived: offer?.arrives })
  expect(await held()).toBe(before + (arrived ?? 0n))
  expect(kit.getState().pending?.find((transaction) => transaction.hash === hash)).toMatchObject({
    status: 'mined',
    description: { operationType: 'trade' },
  })
})

test('after a swap the shown balances of both tokens are read again without the API’s caches', async () => {
  const { kit } = await start()
  const { prepare, send } = given(kit)
  const networkId = activeNetworkId(kit.getState())
  const { observe } = await contextOf(kit).queries()
  const observer = observe(balancesQuery(kit, formatAccountId(networkId, self)))
  onTestFinished(observer.subscribe(() => {}))
  const forced = () =>
    swaps.requests.flatMap((request) =>
      request.includes('/balance')
        ? [new URL(request.split(' ')[1] ?? '', 'http://api').searchParams.get('forceUpdate')]
        : [],
    )
  await expect.poll(forced).toEqual([null])
  await send(await prepare({ from: tokenOf('USDC'), to: tokenOf('LINK'), amount: '5' }))
  await expect
    .poll(() => forced().at(-1)?.toLowerCase())
    .toBe(
      [
        nativeTokenId(networkId),
        `${networkId}:${tokenOf('USDC')}`,
        `${networkId}:${tokenOf('LINK')}`,
      ]
        .join()
        .toLowerCase(),
    )
})

test('if the wallet refuses, the swap fails with `userRejected`', async () => {
  const { kit, wallet } = await start()
  const { prepare, send } = given(kit)
  const prepared = await prepare({ to: tokenOf('USDC'), amount: '0.1' })
  wallet.setBehaviour('refuse')
  await expect(send(prepared)).rejects.toMatchObject({ code: 'userRejected' })
})
