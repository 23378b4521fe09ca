/**
 * The parts of `@acala-network/chopsticks-core` that the chain uses. Its own types are not installed
 * with the workspace.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A value of the chain in SCALE, or a key of its storage, as hex with `0x`. */
export type Hex = `0x${string}`

/** The changes of a block in the storage, by key. `null`: the key was deleted. */
export type Changes = Readonly<Record<string, Hex | null>>

/** A type of the chain's metadata that can write itself. */
type Codec = { toHex(): Hex; toString(): string }

/** The reason why a transaction is not valid. */
export type Invalidity = {
  isInvalid: boolean
  asInvalid: Codec & { type: string; isFuture: boolean; isExhaustsResources: boolean }
  asUnknown: Codec & { type: string }
}

export type Registry = {
  createType(name: 'Header', value: Hex): Codec
  createType(name: 'AccountId', value: unknown): Codec
  createType(name: 'GenericExtrinsic', value: Hex): { signer: Codec }
}

/** Where a block reads the storage. It is what chopsticks calls a storage layer. */
export type Storage = {
  get(key: string): Promise<Hex | undefined>
  getMany(keys: readonly string[]): Promise<(Hex | undefined)[]>
  deleted(key: string): boolean
  findNextKey(prefix: string, startKey: string): Promise<string | undefined>
  getKeysPaged(prefix: string, pageSize: number, startKey: string): Promise<string[]>
}

export type Block = {
  readonly number: number
  readonly hash: Hex
  readonly header: Codec | Promise<Codec>
  readonly extrinsics: readonly Hex[] | Promise<readonly Hex[]>
  readonly registry: Promise<Registry>
  readonly parentBlock: Promise<Block | undefined>
  storageDiff(): Promise<Changes>
  get(key: string): Promise<Hex | undefined>
  pushStorageLayer(): { setAll(values: Changes): void }
  popStorageLayer(): void
}

export type Blockchain = {
  readonly head: Block
  readonly txPool: {
    event: { on(name: string, listener: (of: never) => void): void }
    clear(): void
  }
  validateExtrinsic(extrinsic: Hex): Promise<{ isOk: boolean; asErr: Invalidity }>
  submitExtrinsic(extrinsic: Hex): Promise<Hex>
  newBlock(parameters: { transactions: readonly Hex[] }): Promise<Block>
  onNewBlock(block: Block): Promise<void>
  setHead(block: Block): Promise<void>
}

/** What chopsticks asks the network from which a chain was forked; here, the genesis. */
export type Provider = {
  isReady: Promise<void>
  isConnected: boolean
  hasSubscriptions: boolean
  send(method: string, params: readonly unknown[]): Promise<unknown>
  disconnect(): Promise<void>
}

/** How a method sends notifications. */
export type SubscriptionManager = {
  subscribe(method: string, id: string, onCancel?: () => void): (result: unknown) => void
  unsubscribe(id: string): void
}

export type Handler = (
  context: { chain: Blockchain },
  params: readonly unknown[],
  subscriptions: SubscriptionManager,
) => Promise<unknown>

export type Chopsticks = {
  Api: new (provider: Provider) => object
  Block: new (
    chain: Blockchain,
    number: number,
    hash: Hex,
    parent?: Block,
    parts?: { header?: Codec; extrinsics?: readonly Hex[]; storage: Storage },
  ) => Block
  Blockchain: new (options: {
    api: object
    buildBlockMode: 'Manual'
    inherentProviders: unknown
    header: { number: number; hash: Hex }
    maxMemoryBlockCount: number
  }) => Blockchain
  inherentProviders: unknown
  allHandlers: Readonly<Record<string, Handler>>
  APPLY_EXTRINSIC_ERROR: string
}

/** Loads chopsticks from the folder of the tools. */
export async function loadChopsticks(tools: string): Promise<Chopsticks> {
  const file = join(tools, 'node_modules/@acala-network/chopsticks-core/dist/esm/index.js')
  // the lock of the tools names the version that has this type
  return (await import(pathToFileURL(file).href)) as Chopsticks
}
