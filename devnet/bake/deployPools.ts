import {
  encodeFunctionData,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import type { DeployedToken, Deployment } from '../src/deployment.ts'
import { routerAbi, tokenAbi } from './abis.ts'
import type { Artifact } from './compile.ts'
import { packedArtifacts } from './packedArtifact.ts'
import { signerOf, type Person } from './people.ts'
import { oddTokens, poolsOfFirst, type PoolPlan } from './pools.ts'
import { etherPrice, type TokenPlan } from './tokens.ts'
import { tokenOf, type World } from './world.ts'

const factoryAbi = parseAbi([
  'function enableFeeAmount(uint24 fee, int24 spacing)',
  'function getPair(address, address) view returns (address)',
])
const pairAbi = parseAbi(['function getReserves() view returns (uint112, uint112, uint32)'])
const positionsAbi = parseAbi([
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 root) payable returns (address)',
  'function mint((address token0, address token1, uint24 fee, int24 lower, int24 upper, uint256 amount0, uint256 amount1, uint256 min0, uint256 min1, address recipient, uint256 deadline)) payable returns (uint256, uint128, uint256, uint256)',
  'function multicall(bytes[]) payable returns (bytes[])',
])

/**
 * The owner of the positions in these pools. It is not the deployer, so that the deployer's history
 * stays the same.
 */
const owner: Person = 'liquidity provider'
const spacings: Readonly<Record<PoolPlan['fee'], number>> = {
  100: 1,
  500: 10,
  3000: 60,
  10000: 200,
}
/** The highest tick of Uniswap v3. The lowest tick is its negative. */
const lastTick = 887_272
/**
 * Seconds between two blocks. It is short, so that all pools together take only a minute of the
 * chain's time, and the chain does not get ahead of the real time.
 */
const after = 1

/**
 * Deploys Uniswap v3 with its pools, the router that swaps in v2 and v3, and odd tokens with their
 * pools. It runs last and uses newly created funds, so that addresses, amounts and the prices of v2
 * stay the same.
 */
export async function deployPools(
  world: World,
  plans: readonly TokenPlan[],
  contracts: ReadonlyMap<string, Artifact>,
): Promise<{ swap: NonNullable<Deployment['swap']>; tokens: readonly DeployedToken[] }> {
  const { chain, dex } = world
  await chain.client.setBalance({ address: signerOf(owner).address, value: parseEther('9000') })
  const swap = await deployUniswap(world)
  const tokens = [...world.tokens, ...(await deployOddTokens(world, contracts))]
  const prices = await readPrices(world, plans)
  const send = (to: Address, data: Hex, value = 0n) =>
    chain.send(owner, { to, data, value, after, gas: 12_000_000n })
  const inWhole = (symbol: string, dollars: number) =>
    units(dollars / (prices.get(symbol) ?? NaN), tokenOf({ tokens }, symbol))
  await send(
    dex.weth,
    encodeFunctionData({ abi: tokenAbi, functionName: 'deposit' }),
    parseEther('8000'),
  )
  for (const symbol of new Set([
    'USDC',
    ...poolsOfFirst.flatMap(({ pair }) => pair),
    ...oddTokens.map((plan) => plan.symbol),
  ])) {
    const { address } = tokenOf({ tokens }, symbol)
    if (symbol !== 'WETH')
      await send(
        address,
        encodeFunctionData({
          abi: tokenAbi,
          functionName: 'mint',
          args: [signerOf(owner).address, inWhole(symbol, 40_000_000)],
        }),
      )
    for (const spender of [swap.positions, dex.router])
      await send(
        address,
        encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, maxUint256] }),
      )
  }
  for (const plan of oddTokens) {
    const amounts = [inWhole(plan.symbol, plan.depth), inWhole(plan.against, plan.depth)] as const
    const args = [
      tokenOf({ tokens }, plan.symbol).address,
      tokenOf({ tokens }, plan.against).address,
      ...amounts,
      0n,
      0n,
      signerOf(owner).address,
      deadlineOf(world),
    ] as const
    await send(
      dex.router,
      encodeFunctionData({ abi: routerAbi, functionName: 'addLiquidity', args }),
    )
  }
  for (const plan of poolsOfFirst)
    await send(swap.positions, openPool(world, plan, tokens, inWhole))
  return { swap, tokens }
}

async function deployUniswap({ chain, dex }: World): Promise<NonNullable<Deployment['swap']>> {
  const core = packedArtifacts(
    {
      name: '@uniswap/v3-core@1.0.1',
      integrity:
        'sha512-7pVk4hEm00j9tc71Y9+ssYpO6ytkeI0y7WE9P6UcmNzhxPePwyAxImuhVsTqWK9YFvzgtvzJHi64pBl4jUzKMQ==',
    },
    {
      factory: 'artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json',
    },
  )
  const periphery = packedArtifacts(
    {
      name: '@uniswap/v3-periphery@1.4.4',
      integrity:
        'sha512-S4+m+wh8HbWSO3DKk4LwUCPZJTpCugIsHrWR86m/OrUyvSqGDTXKFfc2sMuGXCZrD1ZqO3rhQsKgdWg3Hbb2Kw==',
    },
    {
      positions:
        'artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json',
      quoter: 'artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json',
    },
  )
  const routers = packedArtifacts(
    {
      name: '@uniswap/swap-router-contracts@1.3.1',
      integrity:
        'sha512-mh/YNbwKb7Mut96VuEtL+Z5bRe0xVIbjjiryn+iMMrK2sFKhR4duk/86mEz0UO5gSx4pQIw9G5276P5heY/7Rg==',
    },
    {
      router: 'artifacts/contracts/SwapRouter02.sol/SwapRouter02.json',
    },
  )
  const deploy = (artifact: Artifact, args: readonly unknown[] = []) =>
    chain.deploy(artifact, args, { from: owner, after })
  const v3Factory = await deploy(core.factory)
  await chain.send(owner, {
    to: v3Factory,
    data: encodeFunctionData({
      abi: factoryAbi,
      functionName: 'enableFeeAmount',
      args: [100, spacings[100]],
    }),
    after,
  })
  const positions = await deploy(periphery.positions, [v3Factory, dex.weth, zeroAddress])
  const router = await deploy(routers.router, [dex.factory, v3Factory, positions, dex.weth])
  return {
    router,
    v3Factory,
    positions,
    quoter: await deploy(periphery.quoter, [v3Factory, dex.weth]),
  }
}

async function deployOddTokens(
  { chain }: World,
  contracts: ReadonlyMap<string, Artifact>,
): Promise<DeployedToken[]> {
  const artifact = contracts.get('OddToken')
  if (!artifact) throw new Error('There is no contract OddToken.')
  const deployed: DeployedToken[] = []
  for (const { name, symbol, decimals, fee, answers } of oddTokens) {
    deployed.push({
      address: await chain.deploy(artifact, [name, symbol, decimals, fee, answers], {
        from: owner,
        after,
      }),
      name,
      symbol,
      decimals,
    })
  }
  return deployed
}

/**
 * Dollars for one whole token, by the pools of v2 after the history. The new pools start with the
 * same prices, so that there is no arbitrage between v2 and v3.
 */
async function readPrices(world: World, plans: readonly TokenPlan[]): Promise<Map<string, number>> {
  const prices = new Map([
    ['USDC', 1],
    ['WETH', etherPrice],
    ...oddTokens.map(({ symbol, price }) => [symbol, price] as const),
  ])
  for (const { symbol, against } of plans) {
    const [token, otherToken] = [tokenOf(world, symbol), tokenOf(world, against)]
    const address = await world.chain.client.readContract({
      address: world.dex.factory,
      abi: factoryAbi,
      functionName: 'getPair',
      args: [token.address, otherToken.address],
    })
    const [low, high] = await world.chain.client.readContract({
      address,
      abi: pairAbi,
      functionName: 'getReserves',
    })
    const [own, paid] =
      BigInt(token.address) < BigInt(otherToken.address) ? [low, high] : [high, low]
    const price = Number(paid) / 10 ** otherToken.decimals / (Number(own) / 10 ** token.decimals)
    if (symbol === 'USDC') prices.set('WETH', 1 / price)
    else prices.set(symbol, price * (prices.get(against) ?? NaN))
  }
  return prices
}

/** Creates a pool and its positions, in one transaction. */
function openPool(
  world: World,
  { pair, fee, depth, near }: PoolPlan,
  tokens: readonly DeployedToken[],
  inWhole: (symbol: string, dollars: number) => bigint,
): Hex {
  const [low, high] = pair.toSorted((one, otherToken) =>
    BigInt(tokenOf({ tokens }, one).address) < BigInt(tokenOf({ tokens }, otherToken).address)
      ? -1
      : 1,
  ) as [string, string] // sorting does not change the length
  const [token0, token1] = [tokenOf({ tokens }, low).address, tokenOf({ tokens }, high).address]
  const price = Number(inWhole(high, 1_000_000)) / Number(inWhole(low, 1_000_000))
  const root = BigInt(Math.round(Math.sqrt(price) * 2 ** 48)) * 2n ** 48n
  const spacing = spacings[fee]
  const tickAt = (ratio: number) =>
    Math.round(Math.log(price * ratio) / Math.log(1.0001) / spacing) * spacing
  const edge = Math.floor(lastTick / spacing) * spacing
  const mint = (dollars: number, lower: number, upper: number) =>
    encodeFunctionData({
      abi: positionsAbi,
      functionName: 'mint',
      args: [
        {
          token0,
          token1,
          fee,
          lower,
          upper,
          amount0: inWhole(low, dollars),
          amount1: inWhole(high, dollars),
          min0: 0n,
          min1: 0n,
          recipient: signerOf(owner).address,
          deadline: deadlineOf(world),
        },
      ],
    })
  const calls = [
    encodeFunctionData({
      abi: positionsAbi,
      functionName: 'createAndInitializePoolIfNecessary',
      args: [token0, token1, fee, root],
    }),
    mint(depth, -edge, edge),
    ...(near
      ? [mint(near.depth, tickAt(1 - near.within / 100), tickAt(1 + near.within / 100))]
      : []),
  ]
  return encodeFunctionData({ abi: positionsAbi, functionName: 'multicall', args: [calls] })
}

const deadlineOf = ({ chain }: World) => BigInt(chain.time() + 1_200)

function units(amount: number, token: DeployedToken): bigint {
  return parseUnits(amount.toFixed(Math.min(token.decimals, 6)), token.decimals)
}
