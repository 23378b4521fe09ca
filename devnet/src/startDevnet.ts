import { formatNetworkId, type NetworkId } from '@latchkey/protocol/caip'
import type { Deployment } from './deployment.ts'
import { freePorts, isFree } from './ports.ts'
import type { SolanaChain } from './solana/startSolanaChain.ts'
import { startChain, type RunningChain } from './startChain.ts'

/** The ids of the EVM chains, in the order of `preferredPorts`. */
const chainIds = [31_337, 31_338] as const
const preferredPorts = [8_545, 8_546] as const
/** The port that Solana's clients expect; the next one is for WebSockets. */
const solanaPort = 8_899

export type DevnetOptions = {
  /**
   * A port for each EVM chain; if it is taken, another free port is used. `free`: any free ports.
   * @default [8545, 8546]
   */
  ports?: readonly [number, number] | 'free'
  /**
   * Whether to start the Solana chain. `ifPossible`: if its VM is not installed, the devnet starts
   * without it, and the user gets a notice.
   * @default false
   */
  solana?: boolean | 'ifPossible'
  /**
   * The folder in which the chains' states are stored. Without it, nothing is stored, and every run
   * begins with the baked state.
   */
  stateDir?: string
  /** Deletes the stored state. @default false */
  fresh?: boolean
  /** Called with a sentence for the user if a port was taken or a state could not be stored. */
  onNotice?: (text: string) => void
  /** Cancels the start. */
  signal?: AbortSignal
}

/** The running chains. They end with this process, even if it is killed. */
export type Devnet = {
  /** The EVM chains. */
  chains: readonly { networkId: NetworkId; chainId: number; url: string; deployment: Deployment }[]
  /** The Solana chain, if it was requested. */
  solana?: SolanaChain | undefined
  /** Saves the states and waits until all chains have ended. */
  close(): Promise<void>
}

/**
 * Starts both EVM chains from their stored or baked states, with 14 months of history, and the
 * Solana chain if `solana` is set. New blocks have the current time.
 * @throws Error if anvil or the VM of the Solana chain is not installed, or does not start
 */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const { stateDir, signal, fresh = false, onNotice = () => {} } = options
  const ports = await choosePorts(options.ports ?? preferredPorts, onNotice)
  const starts = chainIds.map((chainId, index) =>
    startChain(chainId, { port: ports[index] ?? 0, stateDir, signal, fresh, onNotice }),
  )
  const [results, [solana]] = await Promise.all([
    Promise.allSettled(starts),
    Promise.allSettled([startSolana(options)]),
  ])
  const running = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const solanaChain = solana.status === 'fulfilled' ? solana.value : undefined
  const close = async () =>
    void (await Promise.all(
      [...running, ...(solanaChain ? [solanaChain] : [])].map((chain) => chain.close()),
    ))
  const failed = [...results, solana].find((result) => result.status === 'rejected')
  if (failed) {
    await close()
    throw failed.reason
  }
  return { chains: running.map(describe), solana: solanaChain, close }
}

/** Starts the Solana chain. Loads its code only if it is needed, because that takes 150 ms. */
async function startSolana({
  solana = false,
  ports,
  stateDir,
  fresh,
  onNotice,
  signal,
}: DevnetOptions): Promise<SolanaChain | undefined> {
  if (!solana) return undefined
  signal?.throwIfAborted()
  const [{ startSolanaChain }, { MissingVmError }] = await Promise.all([
    import('./solana/startSolanaChain.ts'),
    import('./solana/chain/openVm.ts'),
  ])
  const starting = startSolanaChain({
    port: ports === 'free' ? 0 : solanaPort,
    stateDir,
    fresh,
    onNotice,
  })
  const chain = await starting.catch((error: unknown) => {
    if (solana !== 'ifPossible' || !(error instanceof MissingVmError)) throw error
    onNotice?.(`${error.message}. The other chains start without it.`)
  })
  if (!chain) return undefined
  if (ports !== 'free' && !chain.url.endsWith(`:${solanaPort}`))
    onNotice?.(
      `Port ${solanaPort} or ${solanaPort + 1} is taken: the Solana chain listens on ${new URL(chain.url).port}.`,
    )
  return chain
}

function describe({ chainId, url, deployment }: RunningChain) {
  return { networkId: formatNetworkId('eip155', chainId), chainId, url, deployment }
}

async function choosePorts(
  wanted: readonly [number, number] | 'free',
  onNotice: (text: string) => void,
): Promise<readonly number[]> {
  const spare = await freePorts(chainIds.length)
  if (wanted === 'free') return spare
  return Promise.all(
    wanted.map(async (port, index) => {
      if (await isFree(port)) return port
      const otherPort = spare[index] ?? 0
      onNotice(`Port ${port} is taken: chain ${chainIds[index]} listens on ${otherPort}.`)
      return otherPort
    }),
  )
}
