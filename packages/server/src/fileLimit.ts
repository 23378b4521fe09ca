import { readFileSync } from 'node:fs'

/**
 * How many files a service opens besides its connections: for its store, connections to other
 * servers, and logs.
 */
const besides = 200

/**
 * Returns a warning of one line if this process may open fewer files than it needs for its
 * connections: each connection is a file. It is undefined if the process may open enough, or if
 * that is unknown.
 * @param connections the service's maximum of connections
 * @param text the limits of this process, as the system reports them
 */
export function fileLimitWarning(
  connections: number,
  text = limitsOfThisProcess(),
): string | undefined {
  const [, soft] = /^Max open files\s+(\d+)/m.exec(text) ?? []
  const needed = connections + besides
  if (soft === undefined || !Number.isFinite(connections) || Number(soft) >= needed)
    return undefined
  return `This process may open ${soft} files, and ${connections} connections need ${needed}: raise it (LimitNOFILE=, ulimit -n) or allow fewer connections`
}

/**
 * Returns the limits of this process on Linux. On other systems they could be read only with
 * another process.
 */
function limitsOfThisProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
