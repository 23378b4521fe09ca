import { bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { serve } from '@latchkey/server/serve'
import { createShares } from '@latchkey/server/shares'
import { dropTransaction } from './chain/acceptTransaction.ts'
import { scriptOfAddress } from './chain/addresses.ts'
import { createChain, tipOf } from './chain/createChain.ts'
import { minerScript, payFromFaucet } from './chain/faucet.ts'
import { coinbaseMaturity } from './chain/genesis.ts'
import { mineBlock } from './chain/mineBlock.ts'
import { reorganise } from './chain/reorganise.ts'
import type { Chain } from './chain/types.ts'
import { answerHttp } from './server/answerHttp.ts'
import type { Controls } from './server/control.ts'

/** Options for a chain. */
export type BitcoinChainOptions = {
  /** The preferred port. If it is taken, another port is used. 0 means any port. @default 0 */
  port?: number
  /** After how many milliseconds the next block is mined. @default 10000 */
  blockMs?: number
  /** Whether blocks are only mined on request. @default false */
  isHeld?: boolean
  /** Returns the time for blocks, in milliseconds since 1970. @default Date.now */
  now?: () => number
  /** Called with errors that are defects of the chain, because no request should cause them. */
  onDefect?: (error: unknown) => void
}

/** A running Bitcoin chain. */
export type BitcoinChain = Controls & {
  networkId: typeof bitcoinRegtestId
  /** Esplora's REST API. */
  url: string
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

/** Starts the Bitcoin chain in this process. */
export async function startBitcoinChain(options: BitcoinChainOptions = {}): Promise<BitcoinChain> {
  const {
    port = 0,
    blockMs = 10_000,
    isHeld = false,
    now = Date.now,
    onDefect = () => {},
  } = options
  const chain = createChain(now)
  mineFirst(chain)
  const pace = createPace(() => mineBlock(chain, { script: minerScript }), blockMs)
  const controls: Controls = { ...controlsOf(chain), ...pace }
  const server = await serve({
    port,
    fallback: true,
    answer: (request, response) => answerHttp({ chain, controls }, request, response),
    connections: createShares(connectionLimits),
    onDefect,
  })
  if (!isHeld) pace.resume()
  return {
    networkId: bitcoinRegtestId,
    url: server.url,
    ...controls,
    onBlock(listener) {
      const events = { connected: () => listener() }
      chain.listeners.add(events)
      return () => void chain.listeners.delete(events)
    },
    async close() {
      pace.hold()
      await server.close({ drain })
    },
  }
}

/** Mines blocks until the faucet has something to pay with. */
function mineFirst(chain: Chain): void {
  while (tipOf(chain).height < coinbaseMaturity + 20) mineBlock(chain, { script: minerScript })
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

/** Creates the timer that mines blocks. It can be stopped. */
function createPace(next: () => void, blockMs: number): Pick<Controls, 'hold' | 'resume'> {
  let timer: NodeJS.Timeout | undefined
  const hold = () => clearInterval(timer)
  const resume = () => {
    hold()
    timer = setInterval(next, blockMs)
    timer.unref()
  }
  return { hold, resume }
}
