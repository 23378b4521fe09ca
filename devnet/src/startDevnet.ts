import { formatNetworkId, type NetworkId } from '@latchkey/protocol/caip'
import type { Deployment } from './deployment.ts'
import { freePorts, isFree } from './ports.ts'
import { startChain, type RunningChain } from './startChain.ts'

/** Chain ids of the devnet, in the order of its ports. */
const chainIds = [31_337, 31_338] as const
const preferredPorts = [8_545, 8_546] as const

export type DevnetOptions = {
  /** One port for each chain, or another free one when it is taken; `free` uses any free ports. @default [8545, 8546] */
  ports?: readonly [number, number] | 'free'
  /** Folder in which the chains' states survive this run. Without it, every run begins with the baked state. */
  stateDir?: string
  /** Deletes the stored state. @default false */
  fresh?: boolean
  /** Called with a sentence for the user: a port was taken, or a state could not be stored. */
  onNotice?: (text: string) => void
  /** Cancels the start. */
  signal?: AbortSignal
}

/** The running chains. They end with this process, even if it is killed. */
export type Devnet = {
  chains: readonly { networkId: NetworkId; chainId: number; url: string; deployment: Deployment }[]
  /** Saves the states and waits until both chains have ended. */
  close(): Promise<void>
}

/**
 * Starts both EVM chains from their stored or baked states, with 14 months of history. New blocks carry the present time.
 * @throws Error when anvil is not installed or does not start
 */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const { stateDir, signal, fresh = false, onNotice = () => {} } = options
  const ports = await choosePorts(options.ports ?? preferredPorts, onNotice)
  const starts = chainIds.map((chainId, index) => startChain(chainId, { port: ports[index] ?? 0, stateDir, signal, fresh, onNotice }))
  const results = await Promise.allSettled(starts)
  const running = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const close = async () => void (await Promise.all(running.map((chain) => chain.close())))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) {
    await close()
    throw failed.reason
  }
  return { chains: running.map(describe), close }
}

function describe({ chainId, url, deployment }: RunningChain) {
  return { networkId: formatNetworkId('eip155', chainId), chainId, url, deployment }
}

async function choosePorts(wanted: readonly [number, number] | 'free', onNotice: (text: string) => void): Promise<readonly number[]> {
  const spare = await freePorts(chainIds.length)
  if (wanted === 'free') return spare
  return Promise.all(wanted.map(async (port, index) => {
    if (await isFree(port)) return port
    const other = spare[index] ?? 0
    onNotice(`Port ${port} is taken: chain ${chainIds[index]} listens on ${other}.`)
    return other
  }))
}
