/**
 * Writes the states of the EVM chains and their deployments into `devnet/baked`. Run: `npx tsx
 * devnet/bake/bake.ts`; with a chain id, it writes only that chain.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseEther } from 'viem'
import { accounts, addressOf } from '../src/accounts.ts'
import { evmChains, type EvmChainPlan } from '../src/chains.ts'
import type { BakedFile, Deployment } from '../src/deployment.ts'
import { compileContracts } from './compile.ts'
import { deployNames } from './deployNames.ts'
import { deployPools } from './deployPools.ts'
import { deploySmartAccounts } from './deploySmartAccounts.ts'
import { deployWorld } from './deployWorld.ts'
import { dump, packState, withAccounts } from './state.ts'
import type { ActionLog } from './createActionLog.ts'
import { historyMonths, historyOfFirst, month } from './historyOfFirst.ts'
import { historyOfSecond } from './historyOfSecond.ts'
import { openChain, type OpenChain } from './openChain.ts'
import { signerOf, type Person } from './people.ts'
import { tokensOfFirst, tokensOfSecond, type TokenPlan } from './tokens.ts'
import type { World } from './world.ts'

/** What the bake puts on a chain. */
type Contents = {
  tokens: readonly TokenPlan[]
  withCollections: boolean
  withNames: boolean
  withPools: boolean
  history: (start: number) => ActionLog
}

const contentsOf: Record<EvmChainPlan['contents'], Contents> = {
  large: {
    tokens: tokensOfFirst,
    withCollections: true,
    withNames: true,
    withPools: true,
    history: historyOfFirst,
  },
  small: {
    tokens: tokensOfSecond,
    withCollections: false,
    withNames: false,
    withPools: false,
    history: historyOfSecond,
  },
}

/** How much Ether each account has before the first transaction. */
const firstEther: readonly (readonly [Person, string])[] = [
  ['exchange', '24118.40277'],
  ['employer', '12.0417'],
  ['friend', '3.9042'],
  ['spammer', '0.2'],
  ['client', '4.118'],
  ['deployer', '8204.71193'],
]

/** Seconds from the first block to the first month of the history. Contracts are deployed then. */
const timeBeforeNow = 10 * 86_400

async function bakeChain({ chainId, contents }: EvmChainPlan, now: number): Promise<void> {
  const start = now - historyMonths * month
  const plan = contentsOf[contents]
  const chain = await openChain(chainId, start - timeBeforeNow)
  try {
    await giveFirstEther(chain)
    const world = await deployWorld(chain, plan.tokens, plan.withCollections)
    const entries = plan.history(start).until(now)
    for (const { at, action } of entries) await action(world, at)
    const names = plan.withNames ? await deployNames(world, compileContracts()) : {}
    const pools = plan.withPools ? await deployPools(world, plan.tokens, compileContracts()) : {}
    const added = await deploySmartAccounts(chainId)
    const state = packState(withAccounts(await dump(chain), added.accounts))
    write(chainId, { ...world, ...pools, smartAccounts: added.contracts }, state, names)
    console.log(
      `${chainId}: ${entries.length} transactions of history, state ${Math.round(state.length / 1_024)} kB`,
    )
  } finally {
    await chain.close()
  }
}

async function giveFirstEther(chain: OpenChain) {
  for (const { address } of accounts) await chain.client.setBalance({ address, value: 0n })
  for (const [person, ether] of firstEther)
    await chain.client.setBalance({ address: signerOf(person).address, value: parseEther(ether) })
}

function write(
  chainId: number,
  world: World & Pick<Deployment, 'swap' | 'smartAccounts'>,
  state: Buffer,
  names: Awaited<ReturnType<typeof deployNames>>,
) {
  const deployment: BakedFile<Deployment> = {
    bakeId: createHash('sha256').update(state).digest('hex').slice(0, 16),
    bakedAt: world.chain.time(),
    chainId,
    multicall3: world.multicall3,
    dex: world.dex,
    swap: world.swap,
    tokens: world.tokens,
    collections: world.collections,
    ...names,
    smartAccounts: world.smartAccounts,
    accounts: accounts
      .filter(({ address }) => address !== addressOf('empty'))
      .map(({ address, role }) => ({ address, role })),
  }
  const folder = new URL('../baked/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${chainId}.state.json.gz`, folder), state)
  writeFileSync(new URL(`${chainId}.json`, folder), `${JSON.stringify(deployment, null, 2)}\n`)
}

const now = Math.floor(Date.now() / 1_000)
const [only] = process.argv.slice(2)
const plans = evmChains.filter(({ chainId }) => only === undefined || only === String(chainId))
if (plans.length === 0) throw new Error(`devnet/src/chains.ts has no chain ${only}.`)
for (const plan of plans) await bakeChain(plan, now)
