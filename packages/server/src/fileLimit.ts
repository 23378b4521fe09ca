import { readFileSync } from 'node:fs'

/**
 * Open files of a service besides its connections: its store, connections to other servers, logs.
 */
const besides = 200

/**
 * A one-line warning that this process may open fewer files than connections; undefined where it
 * may open enough, or where that is unknown. Every connection is a file.
 * @param connections how many the limits of the service allow
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
