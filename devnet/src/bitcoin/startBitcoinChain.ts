import { bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { serve } from '@latchkey/server/serve'
import { createShares } from '@latchkey/server/shares'
import { dropTransaction } from './chain/acceptTransaction.ts'
import { scriptOfAddress } from './chain/addresses.ts'
import { tipOf } from './chain/createChain.ts'
import { minerScript, payFromFaucet } from './chain/faucet.ts'
import { mineBlock } from './chain/mineBlock.ts'
import { createPace } from './chain/pace.ts'
import { reorganise } from './chain/reorganise.ts'
import type { Chain } from './chain/types.ts'
import { bitcoinChain } from '../chains.ts'
import { Closers } from '../closers.ts'
import type { BitcoinDeployment } from './deployment.ts'
import { serveElectrum } from './electrum/serveElectrum.ts'
import { openChain } from './openChain.ts'
import { readBitcoinDeployment } from './store/readBaked.ts'
import { answerHttp } from './server/answerHttp.ts'
import type { Controls } from './server/control.ts'

/** Options for a chain. */
export type BitcoinChainOptions = {
  /** The preferred port. If it is taken, another port is used. 0 means any port. @default 0 */
  port?: number
  /** The preferred port of the Electrum protocol. @default 0 */
  electrumPort?: number
  /**
   * The folder in which the states of all chains are stored. Without it, nothing is stored, and
   * every run begins with the baked state.
   */
  stateDir?: string | undefined
  /** Deletes the stored state. @default false */
  fresh?: boolean | undefined
  /**
   * After how many milliseconds the next block is mined. If nothing happens, blocks become rare:
   * `chain/pace.ts`. @default 10000
   */
  blockMs?: number
  /** Whether blocks are only mined on request. @default false */
  isHeld?: boolean
  /** Returns the time for blocks, in milliseconds since 1970. @default Date.now */
  now?: () => number
  /** Called with a sentence for the user if a state is damaged or cannot be stored. */
  onNotice?: ((text: string) => void) | undefined
  /** Called with errors that are defects of the chain, because no request should cause them. */
  onDefect?: (error: unknown) => void
}

/** A running Bitcoin chain. */
export type BitcoinChain = Controls & {
  networkId: typeof bitcoinRegtestId
  /** Esplora's REST API. `POST` to it is bitcoind's JSON-RPC, without a password. */
  url: string
  /** The Electrum protocol over TCP: `tcp://127.0.0.1:<port>`. */
  electrumUrl: string
  /** The accounts that have a history, and the price of a bitcoin. */
  deployment: BitcoinDeployment
  /** Calls the listener after each block. @returns a function that ends this */
  onBlock(listener: () => void): () => void
  /** Waits until all ports are closed. Further calls do nothing. */
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
 * Starts the Bitcoin chain in this process, from its stored or baked state. Most requests take less
 * than a millisecond; a signature takes some milliseconds.
 * @throws Error with instructions when the chain was never baked
 */
export async function startBitcoinChain(options: BitcoinChainOptions = {}): Promise<BitcoinChain> {
  const {
    port = 0,
    electrumPort = 0,
    stateDir,
    fresh = false,
    blockMs = bitcoinChain.blockMs,
    isHeld = false,
    now = Date.now,
    onNotice = () => {},
    onDefect = () => {},
  } = options
  const deployment = readBitcoinDeployment()
  const { bakeId } = deployment
  const closers = new Closers()
  try {
    const { chain, close } = await openChain({ stateDir, bakeId, fresh, now, onNotice })
    closers.add(close)
    const pace = createPace(chain, () => void mineBlock(chain, { script: minerScript }), blockMs)
    const controls: Controls = { ...controlsOf(chain), ...pace }
    const server = await serve({
      port,
      fallback: true,
      answer: (request, response) => answerHttp({ chain, controls, onDefect }, request, response),
      connections: createShares(connectionLimits),
      onDefect,
    })
    closers.add(() => server.close({ drain }))
    const electrum = await serveElectrum(chain, { port: electrumPort, onDefect })
    closers.add(electrum.close)
    closers.add(pace.hold)
    if (!isHeld) pace.resume()
    return {
      networkId: bitcoinRegtestId,
      url: server.url,
      electrumUrl: `tcp://127.0.0.1:${electrum.port}`,
      deployment,
      ...controls,
      onBlock(listener) {
        const events = { connected: () => listener() }
        chain.listeners.add(events)
        return () => void chain.listeners.delete(events)
      },
      close: () => closers.close(),
    }
  } catch (error) {
    await closers.close()
    throw error
  }
}

function controlsOf(chain: Chain): Omit<Controls, 'hold' | 'resume'> {
  const newest = () => {
    const { height, hash } = tipOf(chain)
    return { height, hash }
  }
  return {
    mine(blocks = 1) {
      for (let count = 0; count < blocks; count += 1) mineBlock(chain, { script: minerScript })
      return newest()
    },
    reorganise(depth, { transactions = [] } = {}) {
      reorganise(chain, {
        depth,
        script: minerScript,
        transactions: transactions.map((hex) => Buffer.from(hex, 'hex')),
      })
      return newest()
    },
    fund(address, amount, { isWaiting = false } = {}) {
      const script = scriptOfAddress(address)
      if (!script) throw new RangeError(`Not an address of this chain: ${address}`)
      const { transaction } = payFromFaucet(chain, script, BigInt(amount))
      if (!isWaiting) mineBlock(chain, { script: minerScript })
      return transaction.txid
    },
    drop: (txid) => dropTransaction(chain, txid),
  }
}
