/** Limits how much work with untrusted hosts runs at the same time: with one host, and in all. */
export type HostTurns = {
  /**
   * Runs work when it is its turn. @throws the signal's reason, even while it waits; the error of
   * the work
   */
  run<result>(host: string, signal: AbortSignal, work: () => Promise<result>): Promise<result>
}

type Line = { running: number; waiting: Set<() => void> }

/**
 * Creates the turns. A host that does not answer delays only work with this host, unless `all` is
 * reached. The hosts take turns.
 */
export function createHostTurns({ each, all }: { each: number; all: number }): HostTurns {
  const lines = new Map<string, Line>()
  let running = 0

  const begin = (line: Line) => {
    line.running += 1
    running += 1
  }

  /** Removes a host that has no work. */
  const forget = (host: string, line: Line) =>
    void (line.running === 0 && line.waiting.size === 0 && lines.delete(host))

  function end(host: string, line: Line): void {
    line.running -= 1
    running -= 1
    forget(host, line)
    for (const [name, other] of lines) {
      const [next] = other.waiting
      if (!next || other.running >= each) continue
      other.waiting.delete(next)
      lines.delete(name)
      lines.set(name, other) // the host is now last in the order
      return next()
    }
  }

  function turn(host: string, line: Line, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        line.waiting.delete(take)
        forget(host, line)
        reject(signal.reason)
      }
      const take = () => {
        signal.removeEventListener('abort', leave)
        begin(line)
        resolve()
      }
      line.waiting.add(take)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  return {
    async run(host, signal, work) {
      signal.throwIfAborted()
      const line = lines.get(host) ?? { running: 0, waiting: new Set() }
      lines.set(host, line)
      if (line.running < each && running < all) begin(line)
      else await turn(host, line, signal)
      try {
        return await work()
      } finally {
        end(host, line)
      }
    },
  }
}
