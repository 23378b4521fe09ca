import type { Access } from '@latchkey/server/db/createAccess'
import type { Metrics } from './metrics.ts'

/** The parts that checkout, treasury and messages share. */
export type Service = {
  access: Access
  metrics: Metrics
  now: () => number
  fetch: typeof globalThis.fetch
  /** Is called at the first of several failures in a row. */
  onFailure: (error: Error) => void
}
