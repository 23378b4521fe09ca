import { wait } from '../waiting.ts'
import type { Database } from './database.ts'

/** How a process works while it is the leader. All pauses are in milliseconds. */
export type LeaderWork = {
  /** The name of what is led. One process of all that share the database leads it. */
  name: string
  /** Ends the work and the attempts to become the leader. */
  signal: AbortSignal
  /**
   * - `lead`: between two attempts to become the leader
   * - `failure`, `max`: after a failure; the pause doubles up to `max`
   */
  pauses: { lead: number; failure: number; max: number }
  /**
   * Works until `over` aborts: another process may lead then, or the work was ended. Calls `onRound`
   * after each round without a failure.
   */
  work(over: AbortSignal, onRound: () => void): Promise<void>
  /** Is called with each failure. `isFirst`: the last round had none. */
  onFailure(error: unknown, isFirst: boolean): void
}

/**
 * Works whenever this process is the leader, until the signal aborts. After a failure, any process
 * may become the leader. Never fails.
 */
export async function leadWhile(
  database: Pick<Database, 'lead'>,
  { name, signal, pauses, work, onFailure }: LeaderWork,
): Promise<void> {
  let failures = 0
  while (!signal.aborted)
    try {
      const leadership = await database.lead(name)
      if (!leadership) {
        await wait(pauses.lead, signal)
        continue
      }
      try {
        await work(AbortSignal.any([signal, leadership.lost]), () => (failures = 0))
      } finally {
        await leadership.release()
      }
    } catch (error) {
      if (signal.aborted) return
      onFailure(error, failures === 0)
      failures += 1
      await wait(Math.min(pauses.max, pauses.failure * 2 ** Math.min(failures, 8)), signal)
    }
}
