import type { ServeOptions } from './serve.ts'

/**
 * A service that answers at the port of another one. The owner of the port forwards the requests at
 * the service's paths.
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
   * Copies its stored data into a new folder in a consistent state. Resolves to whether it has
   * files and could copy them.
   */
  snapshot: (folder: string) => Promise<boolean>
  /** Its metrics in Prometheus' text format. */
  metrics: () => string
}

/**
 * The first segments of routes, such as `v1` of `/v1/account/:address`, without those for
 * operators.
 */
export function segmentsOf(paths: readonly string[]): ReadonlySet<string> {
  const first = paths.map((path) => path.split('/')[1] ?? '')
  return new Set(first.filter((segment) => segment !== 'health' && segment !== 'metrics'))
}
