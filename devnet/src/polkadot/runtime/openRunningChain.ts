import { blake2Of } from '@latchkey/protocol/chains/blake2'
import { RefusedCall } from './callErrors.ts'
import type { Blockchain, Chopsticks, Handler, Hex, SubscriptionManager } from './chopsticks.ts'
import { atTime } from './clock.ts'
import type { Genesis, StoredBlock } from './messages.ts'
import { openBlockchain } from './openBlockchain.ts'
import { createPool, type Pool } from './pool.ts'

/** Milliseconds between a transaction and its block, in which others may join it. */
const blockDelay = 50

export type RunningChain = {
  /** The names of the methods that `call` answers. */
  methods: readonly string[]
  /** @throws RefusedCall, and errors of chopsticks, some with a `code` */
  call(
    method: string,
    params: readonly unknown[],
    subscriptions: SubscriptionManager,
  ): Promise<unknown>
  /** Builds blocks of what waits. @returns the newest block */
  mine(blocks: number): Promise<{ number: number; hash: Hex }>
}

export type RunningChainOptions = {
  genesis: Genesis
  blocks: readonly StoredBlock[]
  waiting: readonly Hex[]
  onAccepted: (extrinsic: Hex) => void
  onBlock: (block: StoredBlock) => void
  /** A block could not be built. */
  onDefect: (error: unknown) => void
}

/** Opens a chain that builds a block whenever a transaction arrives. */
export async function openRunningChain(
  chopsticks: Chopsticks,
  { genesis, blocks, waiting, onAccepted, onBlock, onDefect }: RunningChainOptions,
): Promise<RunningChain> {
  const { chain } = await openBlockchain(chopsticks, genesis, blocks, onBlock)
  const pool = createPool(chain, chopsticks)
  const builder = createBuilder(chain, pool, onDefect)
  chain.submitExtrinsic = async (extrinsic) => {
    const accepted = await pool.add(extrinsic)
    onAccepted(accepted)
    builder.schedule()
    return hashOf(accepted)
  }
  const methods = methodsOf(chopsticks, pool)
  if (chain.head.number === 0) await builder.mine(1)
  // those that were accepted before a restart; what is not valid any more is dropped
  for (const extrinsic of waiting) await pool.add(extrinsic).catch(() => {})
  if (waiting.length > 0) builder.schedule()
  return {
    methods: [...methods.keys()],
    async call(method, params, subscriptions) {
      const handler = methods.get(method)
      if (!handler)
        throw new RefusedCall({
          code: -32_601,
          message: `Method not found: ${method.slice(0, 100)}`,
        })
      return handler({ chain }, params, subscriptions)
    },
    mine: builder.mine,
  }
}

/** Builds one block after the other. */
function createBuilder(chain: Blockchain, pool: Pool, onDefect: (error: unknown) => void) {
  let building: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function build(): Promise<void> {
    const tried = pool.extrinsics()
    const { extrinsics } = await atTime(chain.head, Date.now(), () =>
      chain.newBlock({ transactions: tried }),
    )
    if (pool.settle(tried, await extrinsics)) schedule()
  }

  function inTurn<value>(work: () => Promise<value>): Promise<value> {
    const result = building.then(work)
    building = result.catch(() => {})
    return result
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      inTurn(async () => {
        if (pool.extrinsics().length > 0) await build()
      }).catch(onDefect)
    }, blockDelay)
  }

  return {
    schedule,
    mine: (blocks: number) =>
      inTurn(async () => {
        for (let count = 0; count < blocks; count += 1) await build()
        const { number, hash } = chain.head
        return { number, hash }
      }),
  }
}

/** The methods of chopsticks without those that change the chain at will. */
function methodsOf({ allHandlers }: Chopsticks, pool: Pool): ReadonlyMap<string, Handler> {
  const methods = new Map(Object.entries(allHandlers).filter(([name]) => !name.startsWith('dev_')))
  const own: Record<string, Handler> = {
    author_pendingExtrinsics: async () => pool.extrinsics(),
    author_submitExtrinsic: ({ chain }, [extrinsic]) => chain.submitExtrinsic(extrinsic as Hex), // the pool checks it
    async system_accountNextIndex(context, [address], subscriptions) {
      const registry = await context.chain.head.registry
      const account = registry.createType('AccountId', address).toString()
      const index = await allHandlers['system_accountNextIndex']?.(
        context,
        [account],
        subscriptions,
      )
      return Number(index) + pool.countOf(account)
    },
    rpc_methods: async () => ({ version: 1, methods: [...methods.keys()].toSorted() }),
  }
  for (const [name, handler] of Object.entries(own)) methods.set(name, handler)
  return methods
}

/** The hash by which nodes name a transaction. */
const hashOf = (extrinsic: Hex): Hex =>
  `0x${Buffer.from(blake2Of(Buffer.from(extrinsic.slice(2), 'hex'))).toString('hex')}`
