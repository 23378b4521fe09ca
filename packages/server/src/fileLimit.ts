import { readFileSync } from 'node:fs'

/**
 * Open files of a service in addition to its connections: its store, connections to other servers,
 * logs.
 */
const besides = 200

/**
 * A one-line warning that this process may open fewer files than connections. Undefined if it may
 * open enough, or if that is unknown. Every connection is a file.
 * @param connections max connections of the service
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

/** Reads the limits on Linux. Elsewhere they cannot be read without another process. */
function limitsOfThisProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
