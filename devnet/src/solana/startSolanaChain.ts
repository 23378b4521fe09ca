import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createShares } from '@latchkey/server/shares'
import { solanaChain } from '../chains.ts'
import { advance } from './chain/advance.ts'
import { createChain } from './chain/createChain.ts'
import type { Chain, ChainLimits } from './chain/chain.ts'
import { solanaNetworkId } from './chain/genesis.ts'
import type { HistoryLimits } from './chain/history.ts'
import { loadVm } from './chain/openVm.ts'
import type { SolanaDeployment } from './deployment.ts'
import { createFiles } from './metadata/createFiles.ts'
import { fileAt } from './metadata/fileAt.ts'
import { writeMetadataAccounts } from './metadata/metadataAccount.ts'
import { pointMetadata } from './metadata/pointMetadata.ts'
import { answerHttp } from './server/answerHttp.ts'
import { listenTwice } from './server/listenTwice.ts'
import { openSockets } from './server/openSockets.ts'
import { storeState } from './store/storeState.ts'
import { openState } from './store/openState.ts'
import { readSolanaDeployment } from './store/readBaked.ts'
import { newestOf, restore } from './store/restore.ts'

export type SolanaChainOptions = {
  /**
   * The preferred port. If it or the next port is taken, other ports are used. 0 means any port.
   * @default 0
   */
  port?: number
  /**
   * The folder in which the states of all chains are stored. Without it, nothing is stored, and
   * every run begins with the baked state.
   */
  stateDir?: string | undefined
  /** Deletes the stored state. @default false */
  fresh?: boolean | undefined
  /** How many milliseconds a slot takes. @default 400 */
  slotMs?: number
  /** Whether only `advance` ends slots. @default false */
  isHeld?: boolean
  /** Returns the time for blocks, in milliseconds since 1970. @default Date.now */
  now?: () => number
  /** How much the chain stores at most. */
  limits?: Partial<ChainLimits & HistoryLimits>
  /** Called with a sentence for the user if a state is damaged or cannot be stored. */
  onNotice?: ((text: string) => void) | undefined
  /** Called with errors that are defects of the chain, because no request should cause them. */
  onDefect?: (error: unknown) => void
}

/** A running Solana chain. */
export type SolanaChain = {
  networkId: typeof solanaNetworkId
  /** JSON-RPC over HTTP; also the metadata and pictures of tokens. */
  url: string
  /**
   * WebSocket, with subscriptions and all methods. Its port is the next after that of `url`, where
   * clients expect it. `url` accepts WebSockets, too.
   */
  socketUrl: string
  /** The tokens, collectibles and accounts that the bake has created. */
  deployment: SolanaDeployment
  /** Ends the open slot and opens the next slot, `count` times. @default 1 */
  advance(count?: number): void
  /** Stops the timer that ends slots, until `resume` is called. */
  hold(): void
  resume(): void
  /** Calls the listener when a slot that has transactions is confirmed. */
  onBlock(listener: () => void): void
  /** Stores the state and waits until all ports are closed. Further calls do nothing. */
  close(): Promise<void>
}

/**
 * The maximum number of open connections. A single address may have all of them, because all
 * clients run on this machine.
 */
const connectionLimits = { each: 4_000, all: 4_000 }

/**
 * Starts the Solana chain in this process, from its stored or baked state. It does not block the
 * process for long: a transaction takes 1 to 2 ms, a slot a few microseconds. A separate process
 * would add seconds to each test.
 * @throws Error with instructions when the VM's native part is missing, or the chain was never
 * baked
 */
export async function startSolanaChain(options: SolanaChainOptions = {}): Promise<SolanaChain> {
  const {
    port = 0,
    stateDir,
    fresh = false,
    slotMs = solanaChain.slotMs,
    isHeld = false,
    now = Date.now,
    limits,
    onNotice = () => {},
    onDefect = () => {},
  } = options
  const deployment = readSolanaDeployment()
  const module = await loadVm()
  const state = await openState({
    folder: stateDir && join(stateDir, 'chains', 'solana'),
    bakeId: deployment.bakeId,
    fresh,
    onNotice,
  })
  try {
    const newest = newestOf(state.lines)
    // skips the slots that would have passed since the state was stored
    const firstSlot = newest.slot + Math.max(1, Math.floor((now() - newest.time) / slotMs))
    const chain = createChain({ module, firstSlot, slotMs, now, seed: randomUUID(), limits })
    restore(chain, state.lines)
    const listeners = await listen(chain, { deployment, port, onDefect })
    const endStoring =
      state.folder === undefined
        ? () => {}
        : storeState(chain, { folder: state.folder, bakeId: deployment.bakeId, onNotice })
    const pace = createPace(() => advance(chain), slotMs)
    if (!isHeld) pace.resume()
    return {
      networkId: solanaNetworkId,
      ...listeners.urls,
      deployment,
      advance(count = 1) {
        for (let index = 0; index < count; index += 1) advance(chain)
      },
      ...pace,
      onBlock: (listener) => notifyOfBlocks(chain, listener),
      async close() {
        pace.hold()
        await listeners.close()
        endStoring()
        await state.release()
      },
    }
  } catch (error) {
    await state.release()
    throw error
  }
}

/** Opens the ports of a chain, and writes its address into the metadata of its tokens. */
async function listen(
  chain: Chain,
  {
    deployment,
    port,
    onDefect,
  }: { deployment: SolanaDeployment; port: number; onDefect: (error: unknown) => void },
) {
  const sockets = openSockets(chain, onDefect)
  let [files, origin]: [ReturnType<typeof createFiles>, string] = [new Map(), '']
  const listeners = await listenTwice(port, {
    answer: (request, response) =>
      answerHttp(
        { chain, fileAt: (path) => fileAt(files, origin, path), onDefect },
        request,
        response,
      ),
    upgrade: sockets.enter,
    connections: createShares(connectionLimits),
    onDefect,
  })
  origin = listeners.urls.url
  files = createFiles(deployment, origin)
  for (const mint of [...deployment.nfts, ...deployment.tokens].map((token) => token.mint))
    pointMetadata(chain, mint, origin)
  writeMetadataAccounts(chain, deployment, origin)
  return {
    urls: listeners.urls,
    async close() {
      sockets.close()
      await listeners.close()
    },
  }
}

function notifyOfBlocks(chain: Chain, listener: () => void): void {
  let isEmpty = true
  chain.listeners.add({
    executed: () => void (isEmpty = false),
    slot() {
      if (!isEmpty) listener()
      isEmpty = true
    },
  })
}

/** Creates the timer that ends slots. It can be stopped. */
function createPace(next: () => void, slotMs: number): Pick<SolanaChain, 'hold' | 'resume'> {
  let timer: NodeJS.Timeout | undefined
  const hold = () => clearInterval(timer)
  const resume = () => {
    hold()
    timer = setInterval(next, slotMs)
    timer.unref()
  }
  return { hold, resume }
}
