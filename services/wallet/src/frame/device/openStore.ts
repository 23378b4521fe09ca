import { fault } from '../bridge/Fault.ts'

const databaseName = 'latchkey-wallet'
const storeName = 'keep'
/** Milliseconds after which a database that neither opens nor fails counts as blocked. */
const openLimit = 5_000

/**
 * The frame's storage in this browser, by name: keys that cannot be exported, the encrypted
 * share, sent transactions.
 */
export type Store = {
  get: (name: string) => Promise<unknown>
  set: (name: string, value: unknown) => Promise<void>
  delete: (name: string) => Promise<void>
  /**
   * Stores a value unless the name already has one, in one transaction, so that two frames of a
   * browser agree.
   * @returns the stored value
   */
  add: (name: string, value: unknown) => Promise<unknown>
  /** Names that begin with a text, in order. */
  names: (start: string) => Promise<string[]>
  /** All entries, read at the same moment. */
  all: () => Promise<ReadonlyMap<string, unknown>>
  /** Deletes everything. */
  clear: () => Promise<void>
  /**
   * Asks the browser not to evict the storage when its disk is full. The frame does not wait for
   * the answer: the browser may refuse, or may ask the visitor. Storage Standard, `persist()`
   */
  persist: () => void
}

/**
 * Opens the frame's database.
 * @throws Fault `storageBlocked` where the browser stores nothing for a frame (private
 *   windows, blocked third-party storage)
 */
export async function openStore(): Promise<Store> {
  const database = await open()

  /**
   * The previous operation, for which the next one waits. A browser may finish reads in another
   * order than they began, and requests have to be shown in their order.
   */
  let last: Promise<unknown> = Promise.resolve()

  function run<result>(
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => Promise<result>,
  ): Promise<result> {
    const result = last.then(() => transact(mode, ask))
    last = result.catch(() => {}) // the caller of that operation gets the error
    return result
  }

  async function transact<result>(
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => Promise<result>,
  ): Promise<result> {
    try {
      const transaction = database.transaction(storeName, mode)
      const pending = ask(transaction.objectStore(storeName))
      // The result of a request is known before its transaction has ended. A write has to wait for
      // the end.
      const [result] = await Promise.all([pending, mode === 'readwrite' && completed(transaction)])
      return result
    } catch (cause) {
      throw fault('storageBlocked', { cause })
    }
  }

  return {
    get: (name) => run('readonly', (store) => settled(store.get(name))),
    set: async (name, value) =>
      void (await run('readwrite', (store) => settled(store.put(value, name)))),
    delete: (name) => run('readwrite', (store) => settled(store.delete(name))),
    clear: () => run('readwrite', (store) => settled(store.clear())),
    persist() {
      // old browsers and pages without TLS lack `storage`
      const { storage } = globalThis.navigator as { storage?: StorageManager }
      storage?.persist().catch(() => {}) // after a refusal the browser may evict the storage
    },
    names: async (start) =>
      (
        await run('readonly', (store) =>
          settled(store.getAllKeys(IDBKeyRange.bound(start, `${start}\uffff`))),
        )
      ).filter((name) => typeof name === 'string'),
    all: async () => new Map(await run('readonly', entriesOf)),
    async add(name, value) {
      await run('readwrite', (store) => {
        const request = store.get(name)
        request.onsuccess = () => {
          if (request.result === undefined) store.put(value, name)
        }
        return settled(request)
      })
      return run('readonly', (store) => settled(store.get(name)))
    },
  }
}

/** Names and values of one transaction, in order. */
async function entriesOf(store: IDBObjectStore): Promise<[string, unknown][]> {
  const [names, values] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())])
  return names.map((name, index) => [String(name), values[index]])
}

async function open(): Promise<IDBDatabase> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    // Where storage is blocked, `indexedDB` is missing, or reading it throws, or the request fails.
    const request = globalThis.indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    const late = new Promise<never>(
      (_, reject) =>
        (timer = setTimeout(() => reject(new Error('IndexedDB does not answer')), openLimit)),
    )
    return await Promise.race([settled(request), late])
  } catch (cause) {
    throw fault('storageBlocked', { cause })
  } finally {
    clearTimeout(timer)
  }
}

const settled = <result>(request: IDBRequest<result>) =>
  new Promise<result>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })

const completed = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('IndexedDB failed')),
    )
    transaction.addEventListener('error', () =>
      reject(transaction.error ?? new Error('IndexedDB failed')),
    )
  })
