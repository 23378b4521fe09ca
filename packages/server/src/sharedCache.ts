/** A cache of reads. All callers in the lifetime of a value share its read. */
export type SharedCache<value> = {
  /**
   * The value of a key: stored, being read, or read now. The read stops when all its callers have
   * left. A failure is not stored.
   * @throws the error of `read`, or the signal's reason
   */
  get(
    key: string,
    read: (signal: AbortSignal) => Promise<value>,
    signal: AbortSignal,
  ): Promise<value>
  /** The stored value of a key; undefined for one that is absent, or being read. */
  peek(key: string): value | undefined
  /** Replaces the stored value of a key, or the one being read. */
  set(key: string, value: value): void
  delete(key: string): void
}

type Entry<value> =
  | { status: 'kept'; value: value; at: number; bytes: number }
  | { status: 'reading'; promise: Promise<value>; waiting: number; stop: AbortController }

/**
 * Makes a cache.
 * @param options.lifetime milliseconds for which a value is stored
 * @param options.max entries; the oldest is removed first
 * @param options.bytes maximum of bytes of all stored values, and the size of one; a value above
 *   the maximum is not stored. @default no limit
 */
export function createSharedCache<value>(options: {
  lifetime: number
  max: number
  bytes?: { max: number; of: (value: value) => number }
  now: () => number
}): SharedCache<value> {
  const entries = new Map<string, Entry<value>>()
  const maxBytes = options.bytes?.max ?? Infinity
  let bytes = 0

  /** Whether a value is still valid. A clock that was set back does not extend its life. */
  function isFresh(at: number): boolean {
    const age = options.now() - at
    return age >= 0 && age < options.lifetime
  }

  function drop(key: string): void {
    const known = entries.get(key)
    if (known?.status === 'kept') bytes -= known.bytes
    entries.delete(key)
  }

  function keep(key: string, value: value) {
    drop(key)
    const size = options.bytes?.of(value) ?? 0
    if (size > maxBytes) return
    entries.set(key, { status: 'kept', value, at: options.now(), bytes: size })
    bytes += size
    for (const oldest of entries.keys()) {
      if (entries.size <= options.max && bytes <= maxBytes) break
      drop(oldest)
    }
  }

  function start(key: string, read: (signal: AbortSignal) => Promise<value>) {
    const stop = new AbortController()
    const entry = {
      status: 'reading',
      promise: read(stop.signal),
      waiting: 0,
      stop,
    } satisfies Entry<value>
    drop(key)
    entries.set(key, entry)
    entry.promise.then(
      (value) => entries.get(key) === entry && keep(key, value),
      () => entries.get(key) === entry && drop(key),
    )
    return entry
  }

  return {
    async get(key, read, signal) {
      signal.throwIfAborted()
      const known = entries.get(key)
      if (known?.status === 'kept' && isFresh(known.at)) return known.value
      const entry = known?.status === 'reading' ? known : start(key, read)
      entry.waiting += 1
      try {
        return await orAborted(entry.promise, signal)
      } finally {
        entry.waiting -= 1
        if (entry.waiting === 0 && entries.get(key) === entry) {
          drop(key)
          entry.stop.abort()
        }
      }
    },
    peek(key) {
      const known = entries.get(key)
      return known?.status === 'kept' && isFresh(known.at) ? known.value : undefined
    },
    set: keep,
    delete: drop,
  }
}

function orAborted<value>(promise: Promise<value>, signal: AbortSignal): Promise<value> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
