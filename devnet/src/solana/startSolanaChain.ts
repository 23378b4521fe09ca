import { randomUUID } from 'node:crypto'
import { advance } from './chain/advance.ts'
import { systemProgram } from './chain/accounts.ts'
import { createChain } from './chain/createChain.ts'
import { solanaNetworkId } from './chain/genesis.ts'
import { loadVm } from './chain/openVm.ts'
import { solanaAccounts } from './solanaAccounts.ts'
import { answerHttp } from './server/answerHttp.ts'
import { listenTwice } from './server/listenTwice.ts'
import { openSockets } from './server/openSockets.ts'

export type SolanaChainOptions = {
  /** The preferred port; another one when it is taken. 0: any free port. @default 0 */
  port?: number
  /** Milliseconds of a slot. @default 400 */
  slotMs?: number
  /** Slots do not pass by themselves, only by `advance`. @default false */
  held?: boolean
  /** Milliseconds since 1970, for the times of blocks. @default Date.now */
  now?: () => number
  /** Is told of defects: errors that no request should cause. */
  onDefect?: (error: unknown) => void
}

/** A running Solana chain. */
export type SolanaChain = {
  networkId: typeof solanaNetworkId
  /** JSON-RPC over HTTP. */
  url: string
  /** Subscriptions and all methods over WebSocket, at the next port, where clients look for it. They are at `url` too. */
  socketUrl: string
  /** Ends the open slot and opens the next, so many times. @default 1 */
  advance(count?: number): void
  /** Stops the slots until `resume`. */
  hold(): void
  resume(): void
  close(): Promise<void>
}

/** The slot at which the chain begins: half a year of slots, so that a history fits before it. */
const firstSlot = 40_000_000

/**
 * Starts the Solana chain in this process: a transaction takes the VM 0.2 ms, so nobody has to wait for it.
 * @throws Error which says what to do when the VM's native part is missing
 */
export async function startSolanaChain({ port = 0, slotMs = 400, held = false, now, onDefect = () => {} }: SolanaChainOptions = {}): Promise<SolanaChain> {
  const chain = createChain({ module: await loadVm(), firstSlot, slotMs, now, seed: randomUUID() })
  for (const { address, lamports } of solanaAccounts) chain.accounts.write(address, { lamports, owner: systemProgram, executable: false, data: new Uint8Array() })
  const sockets = openSockets(chain, onDefect)
  const listeners = await listenTwice(port, { answer: (request, response) => answerHttp(chain, request, response, onDefect), upgrade: sockets.enter, onDefect })
  let timer: NodeJS.Timeout | undefined
  const hold = () => clearInterval(timer)
  const resume = () => {
    hold()
    timer = setInterval(() => advance(chain), slotMs)
    timer.unref()
  }
  if (!held) resume()
  return {
    networkId: solanaNetworkId,
    ...listeners.urls,
    advance(count = 1) {
      for (let index = 0; index < count; index += 1) advance(chain)
    },
    hold,
    resume,
    async close() {
      hold()
      sockets.close()
      await listeners.close()
    },
  }
}
