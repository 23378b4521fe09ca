import type { ServeOptions } from './serve.ts'

/**
 * A service that answers at another one's port: the owner of the port passes on the requests at its
 * paths.
 */
export type Part = Pick<ServeOptions, 'answer' | 'upgrade' | 'onDefect'> & {
  /**
   * The first segments of its paths, such as `v1`; without `health` and `metrics`, which are for
   * operators.
   */
  segments: ReadonlySet<string>
  /**
   * Its store's fault, as a text without names or addresses; undefined when it has none. Resolves
   * within a second.
   */
  fault: () => Promise<string | undefined>
  /**
   * Copies what it stores into a new folder, as it is at one moment; resolves to whether it has
   * files, and could.
   */
  snapshot: (folder: string) => Promise<boolean>
  /** Its numbers in Prometheus' text format. */
  metrics: () => string
}

/**
 * The first segments of routes, such as `v1` of `/v1/account/:address`, apart from those that are
 * for operators.
 */
export function segmentsOf(paths: readonly string[]): ReadonlySet<string> {
  const first = paths.map((path) => path.split('/')[1] ?? '')
  return new Set(first.filter((segment) => segment !== 'health' && segment !== 'metrics'))
}
