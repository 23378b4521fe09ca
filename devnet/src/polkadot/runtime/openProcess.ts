import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { RefusedCall } from './callErrors.ts'
import type { Hex } from './chopsticks.ts'
import type { FromChain, StoredBlock, ToChain } from './messages.ts'

/** In milliseconds: the max times of the start, and of the exit. */
const limits = { start: 120_000, stop: 5_000 }

/** The maximum number of calls that have no answer yet. */
const maxCalls = 1_000

/** The maximum memory of the process, in megabytes. */
const maxMemory = 1_024

export type ProcessOptions = Omit<Extract<ToChain, { kind: 'start' }>, 'kind'> & {
  /** A transaction was accepted; its sender does not know yet. */
  onAccepted: (extrinsic: Hex) => void
  /** A block was built; no client knows yet. */
  onBlock: (block: StoredBlock) => void
  onNotification: (notification: Extract<FromChain, { kind: 'notification' }>) => void
  onDefect: (error: unknown) => void
  /** The process has ended by itself. `message` has its last output. */
  onEnd: (message: string) => void
  signal?: AbortSignal | undefined
}

/** The process of the chain. It ends with this process, even if this process is killed. */
export type RunningProcess = {
  /** Whether it answers a method. */
  has(method: string): boolean
  /**
   * Calls a method.
   * @param client the socket that gets notifications; without it there are none
   * @throws RefusedCall
   */
  call(method: string, params: readonly unknown[], client?: number): Promise<unknown>
  /** Ends the subscriptions of a socket. */
  leave(client: number): void
  /** Builds blocks of what waits. @returns the newest block */
  mine(blocks: number): Promise<{ number: number; hash: Hex }>
  /** Ends the process, and waits until it has ended. */
  close(): Promise<void>
}

/**
 * Starts the process of the chain.
 * @throws Error if the process ends or fails before it is ready; the reason of `signal`
 */
export async function openProcess(options: ProcessOptions): Promise<RunningProcess> {
  options.signal?.throwIfAborted()
  const child = startChild()
  const calls = createCalls(child)
  const end = createEnd(child)
  let isReady = false
  const methods = await new Promise<readonly string[]>((resolve, reject) => {
    const fail = (message: string) => {
      calls.refuseAll(message)
      if (isReady) options.onEnd(message)
      else reject(new Error(message))
    }
    void end.ended.then((output) => {
      if (!end.isWanted()) fail(`The Polkadot chain has ended: ${output || 'it said nothing'}`)
      else calls.refuseAll('The Polkadot chain is closed')
    })
    child.on('message', (message: FromChain) => {
      if (message.kind === 'ready') {
        isReady = true
        resolve(message.methods)
      } else if (message.kind === 'failed')
        fail(`The Polkadot chain did not start: ${message.message}`)
      else receive(message, options, calls)
    })
    const giveUp = AbortSignal.any([
      AbortSignal.timeout(limits.start),
      ...(options.signal ? [options.signal] : []),
    ])
    giveUp.addEventListener('abort', () => reject(giveUp.reason), { once: true })
    const { tools, genesis, blocks, waiting } = options
    calls.send({ kind: 'start', tools, genesis, blocks, waiting })
  }).catch(async (error: unknown) => {
    await end.close()
    throw error
  })

  return {
    has: (method) => methods.includes(method),
    call: (method, params, client) =>
      calls.request((id) => ({
        kind: 'call',
        id,
        method,
        params,
        ...(client !== undefined && { client }),
      })),
    leave: (client) => calls.send({ kind: 'left', client }),
    async mine(blocks) {
      const newest = await calls.request((id) => ({ kind: 'mine', id, blocks }))
      return newest as { number: number; hash: Hex } // our own process has sent it
    },
    close: end.close,
  }
}

function startChild(): ChildProcess {
  return fork(fileURLToPath(new URL('./chainProcess.mjs', import.meta.url)), [], {
    // in its own process group, so that Ctrl-C reaches only this process, which ends it
    detached: process.platform !== 'win32',
    execArgv: [`--max-old-space-size=${maxMemory}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, LOG_LEVEL: 'fatal', NODE_OPTIONS: '' },
  })
}

/** The calls that have no answer yet. */
function createCalls(child: ChildProcess) {
  type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void }
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  const send = (message: ToChain) => {
    if (child.connected) child.send(message, () => {}) // the process may end at any time
  }
  return {
    send,
    request(messageOf: (id: number) => ToChain): Promise<unknown> {
      if (!child.connected)
        return Promise.reject(new RefusedCall({ code: -32_000, message: 'The chain has ended' }))
      if (waiting.size >= maxCalls)
        return Promise.reject(new RefusedCall({ code: -32_000, message: 'The chain is busy' }))
      lastId += 1
      const id = lastId
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        send(messageOf(id))
      })
    },
    take(id: number): Waiting | undefined {
      const call = waiting.get(id)
      waiting.delete(id)
      return call
    },
    refuseAll(message: string): void {
      for (const { reject } of waiting.values()) reject(new RefusedCall({ code: -32_000, message }))
      waiting.clear()
    },
  }
}

function receive(
  message: FromChain,
  { onAccepted, onBlock, onNotification, onDefect }: ProcessOptions,
  calls: ReturnType<typeof createCalls>,
): void {
  switch (message.kind) {
    case 'answer':
      return calls.take(message.id)?.resolve(message.result)
    case 'refusal':
      return calls.take(message.id)?.reject(new RefusedCall(message.error))
    case 'notification':
      return onNotification(message)
    case 'accepted':
      return onAccepted(message.extrinsic)
    case 'block':
      return onBlock(message.block)
    case 'defect':
      return onDefect(new Error(message.message))
    default:
  }
}

/** Ends the process on request, and knows its last output when it has ended. */
function createEnd(child: ChildProcess) {
  let output = ''
  let isWanted = false
  child.stderr
    ?.setEncoding('utf8')
    .on('data', (text: string) => (output = (output + text).slice(-2_000)))
  const ended = new Promise<string>((resolve) => {
    child.once('exit', () => resolve(output.trim()))
    child.once('error', (error) => resolve(error.message))
  })
  return {
    ended,
    isWanted: () => isWanted,
    async close(): Promise<void> {
      isWanted = true
      if (child.connected) child.disconnect()
      const timer = setTimeout(() => child.kill('SIGKILL'), limits.stop)
      await ended
      clearTimeout(timer)
    },
  }
}
