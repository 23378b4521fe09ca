import { join } from 'node:path'
import { addMissingContracts, removeSmartAccounts } from './addMissingContracts.ts'
import type { Deployment } from './deployment.ts'
import { endUse, isInUse, noteUse } from './folderUse.ts'
import { freePorts } from './ports.ts'
import { readDeployment } from './readDeployment.ts'
import { AnvilExit, startAnvil, type Anvil } from './startAnvil.ts'
import { forget, storedState, passingState, type StateFolder } from './stateFolder.ts'

/** Seconds between two saves while the chain runs. It is also saved when it ends. */
const saveInterval = 300
/** How often another port is tried if a program takes the port between the check and the start. */
const attempts = 4

export type ChainOptions = {
  port: number
  /** The folder in which the states of all chains are stored. Without it, nothing is stored. */
  stateDir?: string
  fresh: boolean
  /**
   * Whether the chain has the contracts of smart accounts, and transactions that make them
   * (EIP-7702). A chain without them stores no state.
   * @default true
   */
  smartAccounts?: boolean
  onNotice: (text: string) => void
  signal?: AbortSignal
}

/** A running chain. */
export type RunningChain = Anvil & { chainId: number; deployment: Deployment }

/**
 * Starts one chain from its stored or baked state.
 * @throws Error if the chain was never baked, AnvilExit if anvil does not start
 */
export async function startChain(chainId: number, options: ChainOptions): Promise<RunningChain> {
  const deployment = readDeployment(chainId)
  if (options.smartAccounts === false) return startPlain(deployment, options)
  const folder = options.stateDir && join(options.stateDir, 'chains', String(chainId))
  if (!folder || (await isTaken(folder, deployment, options)))
    return startPassing(deployment, options)
  return startStored(folder, deployment, options)
}

async function isTaken(
  folder: string,
  deployment: Deployment,
  options: ChainOptions,
): Promise<boolean> {
  const isFolderInUse = await isInUse(folder, options.signal)
  if (isFolderInUse)
    options.onNotice(
      `${deployment.name} keeps nothing this time: another devnet is using ${folder}.`,
    )
  return isFolderInUse
}

async function startPassing(deployment: Deployment, options: ChainOptions): Promise<RunningChain> {
  const state = await passingState(deployment)
  try {
    const anvil = await startOnSomePort(deployment, state, options)
    return { ...anvil, chainId: deployment.chainId, deployment }
  } finally {
    await forget(state)
  }
}

/** Starts a chain as it was before EIP-7702, without the contracts of smart accounts. */
async function startPlain(deployment: Deployment, options: ChainOptions): Promise<RunningChain> {
  const chain = await startPassing(deployment, options)
  await closeIfFailed(chain, removeSmartAccounts(chain.url, deployment))
  return chain
}

async function closeIfFailed(anvil: Anvil, work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    await anvil.close()
    throw error
  }
}

async function startStored(
  folder: string,
  deployment: Deployment,
  options: ChainOptions,
): Promise<RunningChain> {
  const state = await storedState(folder, deployment, options.fresh, options.onNotice)
  const anvil = await startUnlessDamaged(folder, deployment, state, options)
  await closeIfFailed(anvil, addMissingContracts(anvil.url, deployment))
  await noteUse(folder, anvil.url)
  const close = async () => {
    await anvil.close()
    await endUse(folder)
  }
  return { ...anvil, close, chainId: deployment.chainId, deployment }
}

/**
 * Starts the chain. If anvil refuses a stored state that looked valid, starts it again from the
 * baked state.
 */
async function startUnlessDamaged(
  folder: string,
  deployment: Deployment,
  state: StateFolder,
  options: ChainOptions,
): Promise<Anvil> {
  try {
    return await startOnSomePort(deployment, state, options)
  } catch (error) {
    if (!(error instanceof AnvilExit) || options.fresh) throw error
    options.onNotice(`${deployment.name} begins anew: its kept state is damaged.`)
    return startOnSomePort(
      deployment,
      await storedState(folder, deployment, true, options.onNotice),
      options,
    )
  }
}

async function startOnSomePort(
  deployment: Deployment,
  state: StateFolder,
  options: ChainOptions,
): Promise<Anvil> {
  const isStored = state.isStored
    ? ['--state', state.file, '--state-interval', String(saveInterval)]
    : ['--load-state', state.file]
  const fork = options.smartAccounts === false ? ['--hardfork', 'cancun'] : []
  const args = ['--chain-id', String(deployment.chainId), ...fork, ...isStored]
  let port = options.port
  for (let attempt = 1; ; attempt++) {
    try {
      return await startAnvil({ port, args, signal: options.signal })
    } catch (error) {
      if (!(error instanceof AnvilExit && error.portTaken) || attempt === attempts) throw error
      ;[port = port] = await freePorts(1)
    }
  }
}
