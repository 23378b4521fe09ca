/** A cache of reads. As long as a value is valid, all callers get it from one read. */
export type SharedCache<value> = {
  /**
   * Returns the value of a key: a stored one, one that is being read, or one that is read now. The
   * read stops when all its callers have left. If it fails, nothing is stored.
   * @throws the error of `read`, or the signal's reason
   */
  get(
    key: string,
    read: (signal: AbortSignal) => Promise<value>,
    signal: AbortSignal,
  ): Promise<value>
  /** Returns the stored value of a key; undefined if there is none, or it is being read. */
  peek(key: string): value | undefined
  /** Stores a value for a key. It replaces a stored value, and one that is being read. */
  set(key: string, value: value): void
  delete(key: string): void
}

type Entry<value> =
  | { status: 'kept'; value: value; at: number; bytes: number }
  | { status: 'reading'; promise: Promise<value>; waiting: number; stop: AbortController }

type CacheOptions<value> = {
  lifetime: number
  max: number
  bytes?: { max: number; of: (value: value) => number }
  now: () => number
}

/**
 * Creates a cache.
 * @param options.lifetime the milliseconds for which a value is stored
 * @param options.max the maximum number of values; the oldest is removed first
 * @param options.bytes the maximum of bytes of all values, and the function that gives the size of
 *   a value; a value that is larger than the maximum is not stored @default no limit
 */
export const createSharedCache = <value>(options: CacheOptions<value>): SharedCache<value> =>
  new ReadCache(options)

class ReadCache<value> implements SharedCache<value> {
  readonly #options: CacheOptions<value>
  readonly #entries = new Map<string, Entry<value>>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(options: CacheOptions<value>) {
    this.#options = options
    this.#maxBytes = options.bytes?.max ?? Infinity
  }

  async get(
    key: string,
    read: (signal: AbortSignal) => Promise<value>,
    signal: AbortSignal,
  ): Promise<value> {
    signal.throwIfAborted()
    const known = this.#entries.get(key)
    if (known?.status === 'kept' && this.#isFresh(known.at)) return known.value
    const entry = known?.status === 'reading' ? known : this.#start(key, read)
    entry.waiting += 1
    try {
      return await orAborted(entry.promise, signal)
    } finally {
      entry.waiting -= 1
      if (entry.waiting === 0 && this.#entries.get(key) === entry) {
        this.delete(key)
        entry.stop.abort()
      }
    }
  }

  peek(key: string): value | undefined {
    const known = this.#entries.get(key)
    return known?.status === 'kept' && this.#isFresh(known.at) ? known.value : undefined
  }

  set(key: string, value: value): void {
    this.delete(key)
    const { bytes, max, now } = this.#options
    const size = bytes?.of(value) ?? 0
    if (size > this.#maxBytes) return
    this.#entries.set(key, { status: 'kept', value, at: now(), bytes: size })
    this.#bytes += size
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= max && this.#bytes <= this.#maxBytes) break
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const known = this.#entries.get(key)
    if (known?.status === 'kept') this.#bytes -= known.bytes
    this.#entries.delete(key)
  }

  /** Whether a value is still valid. If the clock was set back, it is not. */
  #isFresh(at: number): boolean {
    const age = this.#options.now() - at
    return age >= 0 && age < this.#options.lifetime
  }

  #start(key: string, read: (signal: AbortSignal) => Promise<value>) {
    const stop = new AbortController()
    const entry = {
      status: 'reading',
      promise: read(stop.signal),
      waiting: 0,
      stop,
    } satisfies Entry<value>
    this.delete(key)
    this.#entries.set(key, entry)
    entry.promise.then(
      (value) => this.#entries.get(key) === entry && this.set(key, value),
      () => this.#entries.get(key) === entry && this.delete(key),
    )
    return entry
  }
}

function orAborted<value>(promise: Promise<value>, signal: AbortSignal): Promise<value> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
