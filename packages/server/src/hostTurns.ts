/**
 * Runs work with hosts that untrusted clients chose in turns: limited for one host, and for all.
 */
export type HostTurns = {
  /** @throws the signal's reason, also while the work waits for its turn; what the work throws */
  run<result>(host: string, signal: AbortSignal, work: () => Promise<result>): Promise<result>
}

type Line = { running: number; waiting: Set<() => void> }

/**
 * Makes the turns. A host that does not answer delays only work with that host, as long as `all` is
 * not reached. Hosts take turns.
 */
export function createHostTurns({ each, all }: { each: number; all: number }): HostTurns {
  const lines = new Map<string, Line>()
  let running = 0

  const begin = (line: Line) => {
    line.running += 1
    running += 1
  }

  /** Drops a host without work. */
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
      lines.set(name, other) // moves the host behind the others
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
