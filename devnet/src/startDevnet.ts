import { formatNetworkId, type NetworkId } from '@latchkey/protocol/caip'
import type { BitcoinChain } from './bitcoin/startBitcoinChain.ts'
import { bitcoinChain, evmChains, polkadotChain, solanaChain } from './chains.ts'
import type { Deployment } from './deployment.ts'
import type { OpenedPolkadotChain } from './polkadot/startPolkadotChain.ts'
import { freePorts, isFree } from './ports.ts'
import type { SolanaChain } from './solana/startSolanaChain.ts'
import { startChain, type RunningChain } from './startChain.ts'

export type DevnetOptions = {
  /**
   * A port for each EVM chain; another free port is used when it is taken or not given. `free`: any
   * free ports, for the other chains, too. @default the ports of `chains.ts`
   */
  ports?: readonly number[] | 'free'
  /**
   * Whether to start the Solana chain. `ifPossible`: if its VM is not installed, the devnet starts
   * without it, and the user gets a notice.
   * @default false
   */
  solana?: boolean | 'ifPossible'
  /** Whether to start the Bitcoin chain. @default false */
  bitcoin?: boolean
  /**
   * Whether to start the Polkadot chain, which takes some seconds, and at the first time installs
   * its tools. `later`: the chain has its address at once, and starts when `start` is called.
   * @default false
   */
  polkadot?: boolean | 'later'
  /**
   * The folder in which the chains' states are stored. Without it, nothing is stored, and every run
   * begins with the baked state.
   */
  stateDir?: string
  /**
   * The ids of chains without smart accounts: before EIP-7702, and without the contracts. They
   * store no state. @default none
   */
  withoutSmartAccounts?: readonly number[]
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
  /** The Bitcoin chain, if it was requested. */
  bitcoin?: BitcoinChain | undefined
  /** The Polkadot chain, if it was requested. */
  polkadot?: OpenedPolkadotChain | undefined
  /** Saves the states and waits until all chains have ended. */
  close(): Promise<void>
}

/**
 * Starts all EVM chains of `chains.ts` from their stored or baked states, and the chains of Solana,
 * Bitcoin and Polkadot if `solana`, `bitcoin` and `polkadot` are set. New blocks carry the present
 * time.
 * @throws Error when anvil, the VM of the Solana chain or the tools of the Polkadot chain are not
 *   installed, or do not start
 */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const { stateDir, signal, fresh = false, withoutSmartAccounts, onNotice = () => {} } = options
  const ports = await choosePorts(options.ports ?? evmChains.map(({ port }) => port), onNotice)
  const starts = evmChains.map(({ chainId }, index) =>
    startChain(chainId, {
      port: ports[index] ?? 0,
      stateDir,
      signal,
      fresh,
      smartAccounts: !withoutSmartAccounts?.includes(chainId),
      onNotice,
    }),
  )
  const [results, [solana], [bitcoin], [polkadot]] = await Promise.all([
    Promise.allSettled(starts),
    Promise.allSettled([startSolana(options)]),
    Promise.allSettled([startBitcoin(options)]),
    Promise.allSettled([startPolkadot(options)]),
  ])
  const valueOf = <value>(result: PromiseSettledResult<value>) =>
    result.status === 'fulfilled' ? result.value : undefined
  const running = results.flatMap((result) => valueOf(result) ?? [])
  const others = {
    solana: valueOf(solana),
    bitcoin: valueOf(bitcoin),
    polkadot: valueOf(polkadot),
  }
  const close = async () =>
    void (await Promise.all([...running, ...Object.values(others)].map((chain) => chain?.close())))
  const failed = [...results, solana, bitcoin, polkadot].find(
    (result) => result.status === 'rejected',
  )
  if (failed) {
    await close()
    throw failed.reason
  }
  return { chains: running.map(describe), ...others, close }
}

/** Starts the Bitcoin chain. Loads its code only if it is needed, because that takes 150 ms. */
async function startBitcoin({
  bitcoin = false,
  ports,
  stateDir,
  fresh,
  onNotice,
  signal,
}: DevnetOptions): Promise<BitcoinChain | undefined> {
  if (!bitcoin) return undefined
  signal?.throwIfAborted()
  const { startBitcoinChain } = await import('./bitcoin/startBitcoinChain.ts')
  const preferred = (port: number) => (ports === 'free' ? 0 : port)
  const { port, electrumPort } = bitcoinChain
  const started = await startBitcoinChain({
    port: preferred(port),
    electrumPort: preferred(electrumPort),
    stateDir,
    fresh,
    onNotice,
  })
  for (const [wanted, url, name] of [
    [port, started.url, 'the Bitcoin chain listens'],
    [electrumPort, started.electrumUrl, 'the Electrum server of the Bitcoin chain listens'],
  ] as const)
    if (ports !== 'free' && new URL(url).port !== String(wanted))
      onNotice?.(`Port ${wanted} is taken: ${name} on ${new URL(url).port}.`)
  return started
}

/**
 * Opens the Polkadot chain, and starts it unless it is to start later. Loads its code only if it is
 * needed.
 */
async function startPolkadot({
  polkadot = false,
  ports,
  stateDir,
  fresh,
  onNotice,
  signal,
}: DevnetOptions): Promise<OpenedPolkadotChain | undefined> {
  if (!polkadot) return undefined
  signal?.throwIfAborted()
  const { openPolkadotChain } = await import('./polkadot/startPolkadotChain.ts')
  const { port } = polkadotChain
  const opened = await openPolkadotChain({
    port: ports === 'free' ? 0 : port,
    stateDir,
    fresh,
    onInstall: () => onNotice?.(installNotice),
    onNotice,
    signal,
  })
  if (ports !== 'free' && !opened.url.endsWith(`:${port}`))
    onNotice?.(`Port ${port} is taken: the Polkadot chain listens on ${new URL(opened.url).port}.`)
  if (polkadot === 'later') return opened
  try {
    await opened.start()
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

const installNotice = 'Installing the tools of the Polkadot chain (170 MB, only the first time) …'

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
    port: ports === 'free' ? 0 : solanaChain.port,
    stateDir,
    fresh,
    onNotice,
  })
  const started = await starting.catch((error: unknown) => {
    if (solana !== 'ifPossible' || !(error instanceof MissingVmError)) throw error
    onNotice?.(`${error.message}. The other chains start without it.`)
  })
  if (!started) return undefined
  const { port } = solanaChain
  if (ports !== 'free' && !started.url.endsWith(`:${port}`))
    onNotice?.(
      `Port ${port} or ${port + 1} is taken: the Solana chain listens on ${new URL(started.url).port}.`,
    )
  return started
}

function describe({ chainId, url, deployment }: RunningChain) {
  return { networkId: formatNetworkId('eip155', chainId), chainId, url, deployment }
}

async function choosePorts(
  wanted: readonly number[] | 'free',
  onNotice: (text: string) => void,
): Promise<readonly number[]> {
  const spare = await freePorts(evmChains.length)
  if (wanted === 'free') return spare
  return Promise.all(
    spare.map(async (otherPort, index) => {
      const port = wanted[index]
      if (port === undefined) return otherPort
      if (await isFree(port)) return port
      onNotice(`Port ${port} is taken: chain ${evmChains[index]?.chainId} listens on ${otherPort}.`)
      return otherPort
    }),
  )
}
