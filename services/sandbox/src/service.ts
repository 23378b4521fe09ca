import type { Access } from '@latchkey/server/db/createAccess'
import type { Metrics } from './metrics.ts'

/** What checkout, treasury and messages share. */
export type Service = {
  access: Access
  metrics: Metrics
  now: () => number
  fetch: typeof globalThis.fetch
  /** Is called at the first of several consecutive failures. */
  onFailure: (error: Error) => void
}
