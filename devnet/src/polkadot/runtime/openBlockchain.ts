import type { Block, Blockchain, Chopsticks, Hex, Provider } from './chopsticks.ts'
import type { Genesis, StoredBlock } from './messages.ts'
import { StorageHistory } from './storageHistory.ts'

/** A chain that knows all its blocks. */
export type OpenBlockchain = { chain: Blockchain; history: StorageHistory }

/**
 * Opens a chain with its stored blocks. They are not executed again: a block has its changes of the
 * storage.
 * @param onBlock called with each new block, before anybody else learns of it
 */
export async function openBlockchain(
  chopsticks: Chopsticks,
  genesis: Genesis,
  blocks: readonly StoredBlock[],
  onBlock: (block: StoredBlock) => void,
): Promise<OpenBlockchain> {
  const history = new StorageHistory(genesis.storage)
  const chain = new chopsticks.Blockchain({
    api: new chopsticks.Api(providerOf(genesis)),
    buildBlockMode: 'Manual',
    inherentProviders: chopsticks.inherentProviders,
    header: { number: 0, hash: genesis.hash },
    maxMemoryBlockCount: Number.MAX_SAFE_INTEGER,
  })
  const first = new chopsticks.Block(chain, 0, genesis.hash, undefined, {
    extrinsics: [],
    storage: history.at(0),
  })
  await chain.setHead(first)
  const registry = await first.registry

  /** Adds a block that reads from the history, in place of the layers of chopsticks. */
  const adopt = async ({ number, hash, header, extrinsics, changes }: StoredBlock) => {
    history.add(number, changes)
    const block = new chopsticks.Block(chain, number, hash, chain.head, {
      header: registry.createType('Header', header),
      extrinsics,
      storage: history.at(number),
    })
    block.storageDiff = () => Promise.resolve(changes)
    await chain.setHead(block)
  }
  for (const block of blocks) await adopt(block)
  chain.onNewBlock = async (built) => {
    const block = await storedOf(built)
    onBlock(block)
    await adopt(block)
  }
  return { chain, history }
}

async function storedOf(block: Block): Promise<StoredBlock> {
  return {
    number: block.number,
    hash: block.hash,
    header: (await block.header).toHex(),
    extrinsics: await block.extrinsics,
    changes: await block.storageDiff(),
  }
}

const emptyHash: Hex = `0x${'00'.repeat(32)}`

/** Answers what chopsticks asks about the genesis. All other blocks are in its memory. */
function providerOf({ hash, name, properties }: Genesis): Provider {
  const header = {
    number: '0x0',
    parentHash: emptyHash,
    stateRoot: emptyHash,
    extrinsicsRoot: emptyHash,
    digest: { logs: [] },
  }
  return {
    isReady: Promise.resolve(),
    isConnected: true,
    hasSubscriptions: false,
    async send(method, [parameter]) {
      if (method === 'system_chain' || method === 'system_name') return name
      if (method === 'system_properties') return properties
      if (method === 'chain_getHeader') return parameter === hash ? header : null
      return null
    },
    disconnect: () => Promise.resolve(),
  }
}
