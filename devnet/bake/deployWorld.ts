import uniswapFactory from '@uniswap/v2-core/build/UniswapV2Factory.json' with { type: 'json' }
import uniswapRouter from '@uniswap/v2-periphery/build/UniswapV2Router02.json' with { type: 'json' }
import weth9 from '@uniswap/v2-periphery/build/WETH9.json' with { type: 'json' }
import {
  encodeFunctionData,
  maxUint256,
  parseEther,
  parseUnits,
  type Address,
  type Hex,
} from 'viem'
import type { DeployedCollection, DeployedToken } from '../src/deployment.ts'
import { routerAbi, tokenAbi } from './abis.ts'
import { compileContracts, uniswapArtifact, type Artifact } from './compile.ts'
import { multicall3CreationCode } from './multicall3.ts'
import type { OpenChain } from './openChain.ts'
import { signerOf } from './people.ts'
import { etherPrice, type TokenPlan } from './tokens.ts'
import { tokenOf, type World } from './world.ts'

/** The address of multicall3 on every chain. */
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

const collectionPlans = [
  { contract: 'HarbourLights', name: 'Harbour Lights', standard: 'ERC721', spam: false },
  { contract: 'FieldNotes', name: 'Field Notes', standard: 'ERC1155', spam: false },
  {
    contract: 'RewardSpam',
    name: 'Claim your reward at rewards.example.invalid',
    standard: 'ERC1155',
    spam: true,
  },
] as const

/**
 * Deploys multicall3, the exchange, tokens, pools and, if requested, the collections on an empty
 * chain. Addresses follow from the order of deployment, so new contracts must be added at the end.
 */
export async function deployWorld(
  chain: OpenChain,
  plans: readonly TokenPlan[],
  withCollections: boolean,
): Promise<World> {
  const contracts = compileContracts()
  await placeMulticall3(chain)
  const weth = await chain.deploy(uniswapArtifact(weth9))
  const factory = await chain.deploy(uniswapArtifact(uniswapFactory), [
    signerOf('deployer').address,
  ])
  const router = await chain.deploy(uniswapArtifact(uniswapRouter), [factory, weth])
  const tokens = await deployTokens(chain, contract(contracts, 'DevToken'), weth, plans)
  await openPools(chain, router, tokens, plans)
  const collections = withCollections ? await deployCollections(chain, contracts) : []
  return {
    chain,
    multicall3,
    dex: { factory, router, weth, usd: tokenOf({ tokens }, 'USDC').address },
    tokens,
    collections,
  }
}

async function placeMulticall3(chain: OpenChain) {
  const { data } = await chain.client.call({ data: multicall3CreationCode() })
  if (!data) throw new Error('multicall3 did not give its code.')
  await chain.client.setCode({ address: multicall3, bytecode: data })
}

async function deployTokens(
  chain: OpenChain,
  artifact: Artifact,
  weth: Address,
  plans: readonly TokenPlan[],
) {
  const tokens: DeployedToken[] = [
    { address: weth, name: 'Wrapped Ether', symbol: 'WETH', decimals: 18 },
  ]
  for (const { name, symbol, decimals } of plans)
    tokens.push({
      address: await chain.deploy(artifact, [name, symbol, decimals]),
      name,
      symbol,
      decimals,
    })
  return tokens
}

async function deployCollections(chain: OpenChain, contracts: Map<string, Artifact>) {
  const collections: DeployedCollection[] = []
  for (const { contract: name, ...plan } of collectionPlans)
    collections.push({ address: await chain.deploy(contract(contracts, name)), ...plan })
  return collections
}

async function openPools(
  chain: OpenChain,
  router: Address,
  tokens: readonly DeployedToken[],
  plans: readonly TokenPlan[],
) {
  await mintSupply(chain, router, tokens, plans)
  for (const plan of plans) {
    const token = tokenOf({ tokens }, plan.symbol)
    const otherToken = tokenOf({ tokens }, plan.against)
    const otherPrice = plan.against === 'WETH' ? etherPrice : 1
    const amounts = [
      units(plan.depth / plan.price, token),
      units(plan.depth / otherPrice, otherToken),
    ] as const
    const deadline = BigInt(chain.time() + 1_200)
    const args = [
      token.address,
      otherToken.address,
      ...amounts,
      0n,
      0n,
      signerOf('deployer').address,
      deadline,
    ] as const
    await chain.send('deployer', {
      to: router,
      data: encodeFunctionData({ abi: routerAbi, functionName: 'addLiquidity', args }),
      gas: 4_000_000n,
    })
  }
}

/**
 * Mints ten times the amount that the pools need. What the pools do not get is for the people of
 * the history.
 */
async function mintSupply(
  chain: OpenChain,
  router: Address,
  tokens: readonly DeployedToken[],
  plans: readonly TokenPlan[],
) {
  const send = (token: DeployedToken, data: Hex, value = 0n) =>
    chain.send('deployer', { to: token.address, data, value })
  const etherNeeded = plans
    .filter((plan) => plan.against === 'WETH')
    .reduce((sum, plan) => sum + plan.depth / etherPrice, 0)
  const weth = tokenOf({ tokens }, 'WETH')
  await send(
    weth,
    encodeFunctionData({ abi: tokenAbi, functionName: 'deposit' }),
    parseEther((etherNeeded + 1).toFixed(6)),
  )
  for (const token of tokens)
    await send(
      token,
      encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [router, maxUint256] }),
    )
  for (const plan of plans) {
    const token = tokenOf({ tokens }, plan.symbol)
    const args = [
      signerOf('deployer').address,
      units((plan.depth * 10) / plan.price, token),
    ] as const
    await send(token, encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args }))
  }
}

function units(amount: number, token: DeployedToken): bigint {
  return parseUnits(amount.toFixed(Math.min(token.decimals, 6)), token.decimals)
}

function contract(contracts: Map<string, Artifact>, name: string): Artifact {
  const artifact = contracts.get(name)
  if (!artifact) throw new Error(`There is no contract ${name}.`)
  return artifact
}
