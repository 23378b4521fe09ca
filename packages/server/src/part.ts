import type { ServeOptions } from './serve.ts'

/**
 * A service that answers at the port of another service, which forwards the requests for this
 * service's paths.
 */
export type Part = Pick<ServeOptions, 'answer' | 'upgrade' | 'onDefect'> & {
  /**
   * The first segments of the service's paths, such as `v1`. They do not include `health` and
   * `metrics`, which are for operators.
   */
  segments: ReadonlySet<string>
  /**
   * Returns what is wrong with the service's store, as a text without names or addresses; undefined
   * if nothing is. It resolves within a second.
   */
  fault: () => Promise<string | undefined>
  /**
   * Copies the service's stored data into a new folder, in a consistent state. It resolves to false
   * if the service has no files or could not copy them.
   */
  snapshot: (folder: string) => Promise<boolean>
  /** Returns the service's metrics in the text format of Prometheus. */
  metrics: () => string
}

/**
 * Returns the first segments of routes, such as `v1` of `/v1/account/:address`, except the segments
 * for operators.
 */
export function segmentsOf(paths: readonly string[]): ReadonlySet<string> {
  const first = paths.map((path) => path.split('/')[1] ?? '')
  return new Set(first.filter((segment) => segment !== 'health' && segment !== 'metrics'))
}
