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
import { answerHttp } from './server/answerHttp.ts'
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

/** A running Polkadot chain. */
export type PolkadotChain = Controls & {
  networkId: typeof polkadotDevnetId
  /** JSON-RPC over HTTP. With `ws:` in place of `http:`, over WebSocket. */
  url: string
  /** The accounts that own coins, and the price of a coin. */
  deployment: PolkadotDeployment
  /** Calls a method of JSON-RPC. @throws RefusedCall */
  call(method: string, ...params: readonly unknown[]): Promise<unknown>
  /** Waits until all ports are closed, and the chain's process has ended. */
  close(): Promise<void>
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
  const { port = 0, stateDir, fresh = false, onNotice = () => {}, onDefect = () => {} } = options
  const { signal, onInstall } = options
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
    let notify: Sockets['notify'] = () => {} // no socket is open yet
    const process = await openProcess({
      tools,
      genesis,
      ...journal.stored,
      signal,
      onAccepted: (extrinsic) => journal.append({ kind: 'accepted', extrinsic }),
      onBlock: (block) => journal.append({ kind: 'block', block }),
      onNotification: (notification) => notify(notification),
      onDefect,
      onEnd: onNotice,
    })
    closers.add(() => process.close())
    const controls = controlsOf(process, genesis.hash)
    const side = { process, controls, onDefect }
    const sockets = openSockets(side, process.leave)
    notify = sockets.notify
    const server = await serve({
      port,
      fallback: true,
      answer: (request, response) => answerHttp(side, request, response),
      upgrade: sockets.enter,
      connections: createShares(connectionLimits),
      onDefect,
    })
    closers.add(() => server.close({ drain }))
    closers.add(sockets.close)
    return {
      networkId: polkadotDevnetId,
      url: server.url,
      deployment: polkadotDeployment,
      ...controls,
      call: (method, ...params) => process.call(method, params),
      close: () => closers.close(),
    }
  } catch (error) {
    await closers.close()
    throw error
  }
}

function controlsOf(process: RunningProcess, genesisHash: Hex): Controls {
  let paying: Promise<unknown> = Promise.resolve()

  async function pay(to: Uint8Array, amount: bigint): Promise<Hex> {
    const nonce = Number(
      await process.call('system_accountNextIndex', [polkadotAddressOf(faucetKey)]),
    )
    const extrinsic = signedExtrinsic(faucetKey, transferCall(to, amount), { nonce, genesisHash })
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
