/**
 * The chain's process: it answers the calls of the devnet, its parent, and ends with it. It has no
 * port, so that pages reach the chain only through the devnet.
 */
import { callErrorOf } from './callErrors.ts'
import { loadChopsticks, type SubscriptionManager } from './chopsticks.ts'
import type { CallError, FromChain, ToChain } from './messages.ts'
import { openRunningChain, type RunningChain } from './openRunningChain.ts'

/** Serves the messages of the parent process until it ends. */
export function serveParent(): void {
  let chain: Promise<RunningChain> | undefined
  const clients = createClients()
  process.on('disconnect', () => process.exit(0))
  // chopsticks reads the parameters of some subscriptions after its answer, and expects valid ones
  process.on('unhandledRejection', () => {})
  process.on('message', (message: ToChain) => {
    if (message.kind === 'left') return clients.leave(message.client)
    if (message.kind === 'start') {
      chain = start(message)
      chain.catch((error: unknown) => send({ kind: 'failed', message: callErrorOf(error).message }))
      return
    }
    answer(message.id, async () => {
      const running = await chain
      if (!running) throw new Error('The chain has not started')
      if (message.kind === 'mine') return running.mine(message.blocks)
      return running.call(message.method, message.params, clients.managerOf(message.client))
    })
  })
}

async function start({
  tools,
  genesis,
  blocks,
  waiting,
}: Extract<ToChain, { kind: 'start' }>): Promise<RunningChain> {
  const chain = await openRunningChain(await loadChopsticks(tools), {
    genesis,
    blocks,
    waiting,
    onAccepted: (extrinsic) => send({ kind: 'accepted', extrinsic }),
    onBlock: (block) => send({ kind: 'block', block }),
    onDefect: (error) => send({ kind: 'defect', message: callErrorOf(error).message }),
  })
  send({ kind: 'ready', methods: chain.methods })
  return chain
}

function answer(id: number, work: () => Promise<unknown>): void {
  const refuse = (error: CallError) => send({ kind: 'refusal', id, error })
  work().then(
    (result) => {
      try {
        send({ kind: 'answer', id, result: result ?? null })
      } catch (error) {
        refuse(callErrorOf(error)) // the result has no form in JSON
      }
    },
    (error: unknown) => refuse(callErrorOf(error)),
  )
}

function send(message: FromChain): void {
  if (process.connected) process.send?.(message)
}

/** The maximum number of subscriptions of a socket. */
const maxSubscriptions = 200

/** The subscriptions of each socket of the devnet. */
function createClients() {
  const subscriptions = new Map<number, Map<string, () => void>>()

  function managerOf(client: number | undefined): SubscriptionManager {
    if (client === undefined) {
      const refuse = () => {
        throw new Error('Subscriptions need a WebSocket')
      }
      return { subscribe: refuse, unsubscribe: refuse }
    }
    const own = subscriptions.get(client) ?? new Map<string, () => void>()
    subscriptions.set(client, own)
    return {
      subscribe(method, id, onCancel = () => {}) {
        if (own.size >= maxSubscriptions) {
          onCancel()
          throw new Error('Too many subscriptions')
        }
        own.set(id, onCancel)
        return (result) => {
          if (own.has(id)) send({ kind: 'notification', client, method, subscription: id, result })
        }
      },
      unsubscribe(id) {
        own.get(id)?.()
        own.delete(id)
      },
    }
  }

  return {
    managerOf,
    leave(client: number) {
      for (const cancel of subscriptions.get(client)?.values() ?? []) cancel()
      subscriptions.delete(client)
    },
  }
}
