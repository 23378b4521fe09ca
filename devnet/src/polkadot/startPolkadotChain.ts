import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { polkadotDevnetId } from '@latchkey/protocol/chains/polkadotNetworks'
import { readSs58 } from '@latchkey/protocol/chains/ss58'
import { serve } from '@latchkey/server/serve'
import { createShares } from '@latchkey/server/shares'
import { Closers } from '../closers.ts'
import { polkadotDeployment, type PolkadotDeployment } from './deployment.ts'
import { faucetKey, polkadotAddressOf } from './polkadotAccounts.ts'
import type { Hex } from './runtime/chopsticks.ts'
import { openProcess, type RunningProcess } from './runtime/openProcess.ts'
import { RefusedCall } from './runtime/callErrors.ts'
import { answerHttp, type HttpSide } from './server/answerHttp.ts'
import { countIn, type Controls } from './server/control.ts'
import { openSockets, type Sockets } from './server/openSockets.ts'
import { signedExtrinsic, transferCall } from './signedExtrinsic.ts'
import { openJournal } from './store/openJournal.ts'
import { installTools } from './tools/installTools.ts'
import { readGenesis } from './tools/readGenesis.ts'

/** Options for a chain. */
export type PolkadotChainOptions = {
  /** The preferred port. If it is taken, another port is used. 0 means any port. @default 0 */
  port?: number
  /**
   * The folder in which the states of all chains are stored. Without it, nothing is stored, and
   * every run begins with the genesis.
   */
  stateDir?: string | undefined
  /** Deletes the stored state. @default false */
  fresh?: boolean | undefined
  /** Called when the tools have to be fetched, which takes some seconds. */
  onInstall?: () => void
  /**
   * Called with a sentence for the user, if a state is damaged, or if the chain's process has ended
   * by itself.
   */
  onNotice?: ((text: string) => void) | undefined
  /** Called with errors that are defects of the chain, because no request should cause them. */
  onDefect?: (error: unknown) => void
  /** Cancels the start. */
  signal?: AbortSignal | undefined
}

/** A chain that runs now or soon. It has its address from the beginning. */
export type OpenedPolkadotChain = {
  networkId: typeof polkadotDevnetId
  /**
   * JSON-RPC over HTTP. With `ws:` in place of `http:`, over WebSocket. Until the chain runs, calls
   * are refused.
   */
  url: string
  /** The accounts that own coins, and the price of a coin. */
  deployment: PolkadotDeployment
  /**
   * Starts the chain, once. Resolves when it runs.
   * @throws MissingToolsError if the chain's tools are not installed and could not be installed
   */
  start(): Promise<PolkadotChain>
  /** Waits until all ports are closed, and the chain's process has ended. */
  close(): Promise<void>
}

/** A running Polkadot chain. */
export type PolkadotChain = Omit<OpenedPolkadotChain, 'start'> &
  Controls & {
    /** Calls a method of JSON-RPC. @throws RefusedCall */
    call(method: string, ...params: readonly unknown[]): Promise<unknown>
  }

/**
 * The maximum number of open connections. A single address may have all of them, because all
 * clients run on this machine.
 */
const connectionLimits = { each: 4_000, all: 4_000 }

/** Running requests have this many milliseconds to end when the chain closes. */
const drain = 500

/**
 * Starts the Polkadot chain in a process of its own, and a server in this process, which is the
 * only way to it. The process ends with this one, even if this one is killed.
 * @throws MissingToolsError if the chain's tools are not installed and could not be installed
 */
export async function startPolkadotChain(
  options: PolkadotChainOptions = {},
): Promise<PolkadotChain> {
  const opened = await openPolkadotChain(options)
  try {
    return await opened.start()
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** Opens the server of the Polkadot chain. The chain starts later, on request. */
export async function openPolkadotChain(
  options: PolkadotChainOptions = {},
): Promise<OpenedPolkadotChain> {
  const { port = 0, onDefect = () => {}, signal } = options
  const closing = new AbortController()
  let running: Running | undefined
  let starting: Promise<Running> | undefined
  const side = sideOf(() => running, onDefect)
  const sockets = openSockets(side, (client) => running?.process.leave(client))
  const server = await serve({
    port,
    fallback: true,
    answer: (request, response) => answerHttp(side, request, response),
    upgrade: sockets.enter,
    connections: createShares(connectionLimits),
    onDefect,
  })
  const run = async () =>
    (running = await runChain({
      ...options,
      notify: sockets.notify,
      signal: signal ? AbortSignal.any([signal, closing.signal]) : closing.signal,
    }))
  const close = async () => {
    closing.abort()
    sockets.close()
    await server.close({ drain })
    await starting?.then(
      (started) => started.close(),
      () => {}, // who called `start` got the error
    )
  }
  const opened = {
    networkId: polkadotDevnetId,
    url: server.url,
    deployment: polkadotDeployment,
    close,
  } as const
  return {
    ...opened,
    async start() {
      const { process, controls } = await (starting ??= run())
      return {
        ...opened,
        ...controls,
        call: (method, ...params) => process.call(method, params),
      }
    },
  }
}

/** The process of the chain, and what tests and pages do with it. */
type Running = { process: RunningProcess; controls: Controls; close(): Promise<void> }

/** Starts the process of the chain, with the stored blocks. */
async function runChain({
  stateDir,
  fresh = false,
  onInstall,
  onNotice = () => {},
  onDefect = () => {},
  signal,
  notify,
}: PolkadotChainOptions & { notify: Sockets['notify'] }): Promise<Running> {
  const tools = await installTools({ signal, ...(onInstall && { onInstall }) })
  const genesis = await readGenesis(tools)
  const closers = new Closers()
  try {
    const journal = await openJournal({
      folder: stateDir && join(stateDir, 'chains', 'polkadot'),
      genesisId: createHash('sha256').update(JSON.stringify(genesis)).digest('hex').slice(0, 16),
      fresh,
      onNotice,
    })
    closers.add(() => journal.close())
    const process = await openProcess({
      tools,
      genesis,
      ...journal.stored,
      signal,
      onAccepted: (extrinsic) => journal.append({ kind: 'accepted', extrinsic }),
      onBlock: (block) => journal.append({ kind: 'block', block }),
      onNotification: notify,
      onDefect,
      onEnd: onNotice,
    })
    closers.add(() => process.close())
    return {
      process,
      controls: controlsOf(process, genesis.hash),
      close: () => closers.close(),
    }
  } catch (error) {
    await closers.close()
    throw error
  }
}

/** What the server needs. As long as the chain does not run, it refuses. */
function sideOf(running: () => Running | undefined, onDefect: (error: unknown) => void): HttpSide {
  const now = (): Running => {
    const chain = running()
    if (chain) return chain
    throw new RefusedCall({ code: -32_000, message: 'The Polkadot chain does not run yet' })
  }
  return {
    process: {
      has: (method) => running()?.process.has(method) ?? true,
      call: async (method, params, client) => now().process.call(method, params, client),
    },
    controls: {
      mine: async (blocks) => now().controls.mine(blocks),
      fund: async (address, amount) => now().controls.fund(address, amount),
    },
    isRunning: () => running() !== undefined,
    onDefect,
  }
}

function controlsOf(process: RunningProcess, genesisHash: Hex): Controls {
  let paying: Promise<unknown> = Promise.resolve()
  const faucet = faucetKey()

  async function pay(to: Uint8Array, amount: bigint): Promise<Hex> {
    const nonce = Number(await process.call('system_accountNextIndex', [polkadotAddressOf(faucet)]))
    const extrinsic = signedExtrinsic(faucet, transferCall(to, amount), { nonce, genesisHash })
    const hash = await process.call('author_submitExtrinsic', [extrinsic])
    await process.mine(1)
    return hash as Hex // our own process has answered it
  }

  return {
    mine: async (blocks = 1) => process.mine(countIn(blocks)),
    async fund(address, amount) {
      const to = readSs58(address)
      if (!to) throw new RangeError(`Not an address: ${address.slice(0, 100)}`)
      if (amount <= 0n) throw new RangeError('The amount must be more than 0')
      // one after the other, because each payment needs the number of the one before it
      const result = paying.then(() => pay(to.key, amount))
      paying = result.catch(() => {})
      return result
    },
  }
}
