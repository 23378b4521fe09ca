import fc from 'fast-check'
import { encodeFunctionData, parseAbi, type Hex } from 'viem'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { convertBuildTransaction, convertQuotes } from '@latchkey/protocol/convert'
import { startTestApis } from '../../testing/startTestApis.ts'
import { swapperOn } from '../../testing/swapperOn.ts'

const { devnet, start } = startTestApis()
const first = () => devnet().chains[0] ?? expect.fail('The devnet has no chain')

const positionsAbi = parseAbi([
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 root) payable returns (address)',
  'function mint((address token0, address token1, uint24 fee, int24 lower, int24 upper, uint256 amount0, uint256 amount1, uint256 min0, uint256 min1, address recipient, uint256 deadline)) payable returns (uint256, uint128, uint256, uint256)',
])
const quoterAbi = parseAbi([
  'function quoteExactInputSingle((address tokenIn, address tokenOut, uint256 amountIn, uint24 fee, uint160 limit)) returns (uint256, uint160, uint32, uint256)',
])
const spacings = { 100: 1, 500: 10, 3000: 60, 10000: 200 } as const

/**
 * Generates pools of AAVE and UNI, which have none on the chain. `tick` is the price. A position's
 * `low` is its distance from the price, in units of the tick spacing.
 */
const made = fc.record({
  fee: fc.constantFrom(100, 500, 3000, 10000),
  tick: fc.integer({ min: 31_000, max: 35_500 }),
  positions: fc.array(
    fc.record({
      low: fc.integer({ min: -90, max: 60 }),
      width: fc.integer({ min: 1, max: 120 }),
      tokens: fc.integer({ min: 1, max: 4_000 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})
const amounts = fc.array(fc.double({ min: -3, max: 3.5, noNaN: true }), {
  minLength: 2,
  maxLength: 2,
})

test('in pools of any liquidity and fee the chain pays the quoted amount, and no single pool pays more', async () => {
  const url = await start()
  const { positions = '0x', quoter = '0x' } = first().deployment.swap ?? {}
  let lack = 0
  await fc.assert(
    fc.asyncProperty(
      made,
      amounts,
      fc.boolean(),
      async (pool, [power = 0, second = 0], isForward) => {
        const swapper = swapperOn(first())
        const [low, high] = ['AAVE', 'UNI']
          .map((symbol) => swapper.token(symbol))
          .toSorted((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1))
        if (!low || !high) throw new Error('The devnet lacks a token')
        for (const { symbol } of [low, high]) {
          await swapper.give(symbol, 10n ** 24n)
          await swapper.approve(symbol, undefined, positions)
          await swapper.approve(symbol)
        }
        const isDear = low.symbol === 'AAVE'
        const tick = isDear ? pool.tick : -pool.tick
        const root = BigInt(Math.round(1.0001 ** (tick / 2) * 2 ** 48)) * 2n ** 48n
        // the generator makes only these fees
        const spacing = spacings[pool.fee as keyof typeof spacings]
        await swapper.send(
          positions,
          encodeFunctionData({
            abi: positionsAbi,
            functionName: 'createAndInitializePoolIfNecessary',
            args: [low.address, high.address, pool.fee, root],
          }),
        )
        for (const { low: from, width, tokens } of pool.positions) {
          const lower = (Math.floor(tick / spacing) + from) * spacing
          const amount = BigInt(tokens) * 10n ** 18n
          const args = [
            {
              token0: low.address,
              token1: high.address,
              fee: pool.fee,
              lower,
              upper: lower + width * spacing,
              amount0: amount,
              amount1: amount,
              min0: 0n,
              min1: 0n,
              recipient: swapper.address,
              deadline: 2n ** 40n,
            },
          ] as const
          await swapper.send(
            positions,
            encodeFunctionData({ abi: positionsAbi, functionName: 'mint', args }),
          )
        }
        for (const amountIn of [power, second].map(
          (exponent) => BigInt(Math.ceil(10 ** exponent * 1e6)) * 10n ** 12n,
        )) {
          const [from, to] = isForward ? [low, high] : [high, low]
          const ids = {
            from: `eip155:31337:${from.address}`,
            to: `eip155:31337:${to.address}`,
            amount: String(amountIn),
          }
          const response = await fetch(
            `${url}/v1/convert/quotes?${new URLSearchParams({ ...ids, gasPrice: '0' })}`,
          )
          const body: unknown = await response.json()
          if (!response.ok) {
            lack++
            expect(body).toMatchObject({ reasons: [{ description: 'insufficient liquidity' }] })
            continue
          }
          const quoted = BigInt(v.parse(convertQuotes.answer, body).quotes[0]?.toAmount ?? 0)
          for (const fee of [100, 500, 3000, 10000]) {
            const single = await swapper.client
              .simulateContract({
                address: quoter,
                abi: quoterAbi,
                functionName: 'quoteExactInputSingle',
                args: [{ tokenIn: from.address, tokenOut: to.address, amountIn, fee, limit: 0n }],
              })
              .catch(() => undefined)
            // if a pool cannot take the whole amount, the quoter returns what it pays for a part
            if (single && single.result[1] > 4_295_128_740n && single.result[1] < 2n ** 159n)
              expect(quoted).toBeGreaterThanOrEqual(single.result[0])
          }
          const built = await fetch(`${url}/v1/convert/build-transaction`, {
            method: 'POST',
            body: JSON.stringify({
              ...ids,
              userAddress: `eip155:31337:${swapper.address}`,
              eip155: { slippage: 0.01 },
            }),
          })
          const { tx } = v.parse(convertBuildTransaction.answer, await built.json())
          const before = await swapper.balance(to.symbol)
          const receipt = await swapper.send(tx.to.slice(-42) as Hex, tx.data, {
            gas: BigInt(tx.eip155?.gas ?? 0),
          })
          expect(receipt.status).toBe('success')
          expect((await swapper.balance(to.symbol)) - before).toBe(BigInt(tx.amount))
        }
      },
    ),
    { numRuns: 15, endOnFailure: true },
  )
  expect(lack).toBeLessThan(15)
}, 240_000)
