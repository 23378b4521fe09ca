import { setMaxListeners } from 'node:events'
import { encodeFunctionData, parseAbi, type Hex } from 'viem'
import { multicall } from '../../chains/evm/nodes/multicall.ts'
import { createSharedCache } from '@latchkey/server/sharedCache'
import type { Head } from '../readHead.ts'
import type { Address } from '../swapProvider.ts'
import { createRequestBatcher } from './createRequestBatcher.ts'
import type { Pool } from './pool.ts'
import { pairKey } from './pathsBetween.ts'
import { readConcentrated, type Window } from './readConcentrated.ts'
import { runTogether, type Reading } from './runTogether.ts'
import { wordOf } from './words.ts'
import type { EvmChain } from '../../chains/evm/evmChain.ts'
import { evmKey } from '../../chains/evm/evmKeys.ts'
import type { ContractCall } from '../../chains/evm/nodes/encodeCalls.ts'

const factoryAbi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function getPool(address, address, uint24) view returns (address)',
])
const pairAbi = parseAbi(['function getReserves() view returns (uint112, uint112, uint32)'])

/** Two tokens. */
export type Pair = readonly [Address, Address]

/** Maximum of pools whose addresses are cached, of cached pairs at a block, and of their bytes. */
const max = { pools: 20_000, readings: 5_000, bytes: 32 * 1024 * 1024 }
/** How many bytes a pool, and each of its ticks, use in memory. */
const bytes = { pool: 512, tick: 112 }
/** Milliseconds for which a pair at a block is cached: longer than most blocks take. */
const lifetime = 15_000

/**
 * Reads the pools of pairs at a block. It caches the addresses of pools and their ticks, so that
 * the pools at a later block need only one request. That request also looks for pools of pairs that
 * had none. All swaps share what is read at a block.
 */
export class PoolReader {
  readonly #readings
  readonly #addresses
  readonly #windows

  constructor({ now }: { now: () => number }) {
    this.#readings = createSharedCache<readonly Pool[]>({
      lifetime,
      max: max.readings,
      bytes: { max: max.bytes, of: bytesOf },
      now,
    })
    this.#addresses = createSharedCache<Address>({ lifetime: Infinity, max: max.pools, now })
    this.#windows = createSharedCache<Window>({ lifetime: Infinity, max: max.pools, now })
  }

  /**
   * The pools of the pairs. Each pair is read once for each block.
   * @param reach up to how far from the price the ticks are read, as a multiple of the usual
   *   distance
   * @throws NodesError
   */
  async read(
    chain: EvmChain,
    pairs: readonly Pair[],
    head: Head,
    reach: number,
    signal: AbortSignal,
  ): Promise<Pool[]> {
    const together = createRequestBatcher<Pair, readonly Pool[]>((wanted, stop) =>
      this.#readPairs(chain, wanted, head, reach, stop),
    )
    const own = AbortSignal.any([signal])
    setMaxListeners(0, own) // each pair adds a listener
    const found = await Promise.all(
      pairs.map((pair) =>
        this.#readings.get(
          `${chain.networkId} ${head.hash} ${reach} ${pairKey(...pair)}`,
          (stop) => together(pair, stop),
          own,
        ),
      ),
    )
    return found.flat()
  }

  /** Reads the pools of several pairs together. */
  async #readPairs(
    chain: EvmChain,
    wanted: readonly Pair[],
    head: Head,
    reach: number,
    stop: AbortSignal,
  ): Promise<(readonly Pool[])[]> {
    const all = wanted.flatMap((pair, index) =>
      this.#readPair(chain, pair, reach).map((reading) => ({ index, reading })),
    )
    const pools = await runTogether(
      all.map(({ reading }) => reading),
      (calls) => multicall(chain, calls, stop, head.number),
    )
    return wanted.map((_, index) =>
      pools.flatMap((pool, at) => (all[at]?.index === index ? (pool ?? []) : [])),
    )
  }

  #readPair({ networkId, swap }: EvmChain, pair: Pair, reach: number): Reading<Pool | undefined>[] {
    // sorting keeps two tokens; as lower-case hex they sort like numbers
    const [token0, token1] = pair.toSorted() as [Address, Address]
    const tokens = { token0, token1 }
    const v2: readonly Reading<Pool | undefined>[] = swap?.v2Factory
      ? [this.#readConstantProduct(`${networkId} v2 ${token0} ${token1}`, swap.v2Factory, tokens)]
      : []
    const v3 = swap?.v3
      ? swap.v3.fees.map((fee) =>
          this.#readFee(
            `${networkId} ${fee} ${token0} ${token1}`,
            swap.v3?.factory ?? '0x',
            { ...tokens, fee },
            reach,
          ),
        )
      : []
    return [...v2, ...v3]
  }

  *#readConstantProduct(
    key: string,
    factory: Address,
    { token0, token1 }: { token0: Address; token1: Address },
  ): Reading<Pool | undefined> {
    const address = yield* this.#find(key, {
      target: factory,
      callData: encodeFunctionData({
        abi: factoryAbi,
        functionName: 'getPair',
        args: [token0, token1],
      }),
    })
    if (address === undefined) return undefined
    const [answer] = yield [
      {
        target: address,
        callData: encodeFunctionData({ abi: pairAbi, functionName: 'getReserves' }),
      },
    ]
    const [reserve0, reserve1] = [wordOf(answer, 0), wordOf(answer, 1)]
    return reserve0 && reserve1 && !(reserve0 >> 112n) && !(reserve1 >> 112n)
      ? { kind: 'v2', address, token0, token1, reserve0, reserve1 }
      : undefined
  }

  *#readFee(
    key: string,
    factory: Address,
    tokens: { token0: Address; token1: Address; fee: number },
    reach: number,
  ): Reading<Pool | undefined> {
    const callData = encodeFunctionData({
      abi: factoryAbi,
      functionName: 'getPool',
      args: [tokens.token0, tokens.token1, tokens.fee],
    })
    const address = yield* this.#find(key, { target: factory, callData })
    if (address === undefined) return undefined
    const read = yield* readConcentrated(address, this.#windows.peek(address), reach)
    if (!read) return undefined
    this.#windows.set(address, read.window)
    return read.pool && { ...read.pool, ...tokens }
  }

  /** The address of a pool. It is cached when the pool exists. */
  *#find(key: string, call: ContractCall): Reading<Address | undefined> {
    const known = this.#addresses.peek(key)
    if (known) return known
    const [answer] = yield [call]
    const found = addressIn(answer)
    if (found) this.#addresses.set(key, found)
    return found
  }
}

function addressIn(answer: Hex | undefined): Address | undefined {
  return answer?.length === 66 && wordOf(answer, 0) ? evmKey(answer.slice(24)) : undefined
}

function bytesOf(pools: readonly Pool[]): number {
  return pools.reduce(
    (sum, pool) => sum + bytes.pool + (pool.kind === 'v3' ? pool.ticks.length * bytes.tick : 0),
    bytes.pool,
  )
}
