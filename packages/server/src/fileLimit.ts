import { readFileSync } from 'node:fs'

/** Files that a service has open besides its connections: its store, connections to others, logs. */
const besides = 200

/**
 * Says in one line that this process may open fewer files than it may have connections; undefined where it may, or where that cannot be
 * known. Every connection is a file.
 * @param connections how many the limits of the service allow
 * @param text what the system says of the limits of this process
 */
export function fileLimitWarning(connections: number, text = limitsOfThisProcess()): string | undefined {
  const [, soft] = /^Max open files\s+(\d+)/m.exec(text) ?? []
  const needed = connections + besides
  if (soft === undefined || !Number.isFinite(connections) || Number(soft) >= needed) return undefined
  return `This process may open ${soft} files, and ${connections} connections need ${needed}: raise it (LimitNOFILE=, ulimit -n) or allow fewer connections`
}

/** Linux tells it. Elsewhere nothing does without another process. */
function limitsOfThisProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
