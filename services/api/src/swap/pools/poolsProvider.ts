import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { gasLimit } from '../gasLimit.ts'
import type { Head } from '../readHead.ts'
import { readPermit } from '../readPermit.ts'
import {
  LiquidityError,
  SwapRefusedError,
  type Address,
  type BuildRequest,
  type SwapProvider,
  type SwapRequest,
} from '../swapProvider.ts'
import { testRun } from '../testRun.ts'
import { encodeRoute } from './encodeRoute.ts'
import { PoolReader } from './poolReader.ts'
import { partsOf } from './routeFigures.ts'
import { searchRoute, type Found } from './searchRoute.ts'
import { createTransferFees } from './transferFees.ts'
import type { EvmChain } from '../../chains/evm/evmChain.ts'

export type PoolsOptions = {
  now: () => number
  /** The newest block of a chain. Concurrent requests share one read. */
  head: (chain: EvmChain, signal: AbortSignal) => Promise<Head>
}

/** Seconds within which a built transaction has to be mined. */
const deadlineSeconds = 1_800n

/**
 * Makes the provider that swaps over pools of Uniswap v2 and v3 on the chain, through SwapRouter02.
 */
export function createPoolsProvider({ now, head }: PoolsOptions): SwapProvider {
  const tools = { reader: new PoolReader({ now }), fees: createTransferFees({ now }) }

  return {
    id: 'pools',
    name: 'Uniswap',
    serves: (chain) => chain.swap !== undefined,
    spender: routerOf,

    async offer(request, signal) {
      const { chain, from, to, amount, user, gasPrice } = request
      const newest = await head(chain, signal)
      const found = await searchRoute(request, newest, tools, signal)
      const trial =
        user &&
        (await testRun(
          chain,
          {
            user,
            from,
            to,
            amount,
            tx: encode({ ...request, user, permit: undefined }, found, {
              minOut: 0n,
              time: newest.time,
              now: now(),
            }),
          },
          signal,
        ))
      if (trial?.status === 'failed')
        throw new SwapRefusedError(`The swap would fail: ${trial.reason}`)
      const tried = trial?.status === 'done' ? trial : undefined
      // a token may take a higher fee from this user than from others
      const amountOut = tried && tried.received < found.amountOut ? tried.received : found.amountOut
      if (amountOut <= 0n) throw new LiquidityError()
      const gas = tried?.gasUsed ?? found.route.gas
      return {
        amountOut,
        spender: routerOf(chain),
        priceImpact: found.impact,
        fee: 0n,
        gas,
        gasCost: costOf(Number(gas * gasPrice) * (found.rate ?? NaN)),
        route: partsOf(found.route),
      }
    },

    async build(request, signal) {
      const { chain, from, to, amount, user, slippage, permit, isTried } = request
      const newest = await head(chain, signal)
      const found = await searchRoute(request, newest, tools, signal)
      const minOut = found.amountOut - (found.amountOut * slippage) / 10_000n
      const tx = encode(request, found, { minOut, time: newest.time, now: now() })
      const trial = isTried
        ? await testRun(chain, { user, from, to, amount, tx, permit }, signal)
        : undefined
      if (trial?.status === 'failed')
        throw new SwapRefusedError(`The swap would fail: ${trial.reason}`)
      return {
        ...tx,
        amountOut: found.amountOut,
        minOut,
        gas: gasLimit(trial?.status === 'done' ? trial.gasUsed : found.route.gas),
      }
    },
  }
}

/**
 * The router's call for a route.
 * @param options.time the newest block's time, in seconds since 1970
 * @param options.now milliseconds
 */
function encode(
  { user, from, to, permit, amount, chain }: SwapRequest & Pick<BuildRequest, 'user' | 'permit'>,
  found: Found,
  { minOut, time, now }: { minOut: bigint; time: bigint; now: number },
) {
  const isNativeIn = from === nativeTokenAddress
  const spender = routerOf(chain)
  const seconds = BigInt(Math.floor(now / 1_000))
  const data = encodeRoute({
    legs: found.route.legs,
    user,
    minOut,
    token: { from: found.from, to: found.to },
    isNativeOut: to === nativeTokenAddress,
    ...(permit && !isNativeIn && { permit: readPermit(permit, { user, spender, amount }) }),
    deadline: (time > seconds ? time : seconds) + deadlineSeconds,
  })
  return { to: spender, data, value: isNativeIn ? amount : 0n }
}

function costOf(units: number): bigint | undefined {
  return Number.isFinite(units) ? BigInt(Math.ceil(units)) : undefined
}

function routerOf({ swap }: EvmChain): Address {
  if (!swap) throw new LiquidityError()
  return swap.router
}
