import { waitedForProcessor } from './measure.ts'

/** An honest client, which continues as before during the attack. */
export type Bystander = {
  /** Starts counting durations for another part of the scene. */
  begin: (part: Part) => void
  /** Milliseconds that the requests took. A pending request counts with its time so far. */
  durations: (part: Part) => readonly number[]
  /** Milliseconds of the slowest request of the last second, pending requests included. */
  slowestRecent: () => number
  /** Failed requests, by reason. */
  failures: () => ReadonlyMap<string, number>
  /**
   * Ends the bystander.
   * @returns the number of messages that the service answered, and how many of these never arrived
   */
  end: () => Promise<{ answered: number; lost: number }>
}
export type Part = 'warm' | 'calm' | 'attack' | 'after'

/**
 * Collects the durations of a bystander's requests.
 * @param pid the service's process. Time in which the service waits for a processor does not count.
 */
export function createStopwatch(pid: number) {
  const durations: Record<Part, number[]> = { warm: [], calm: [], attack: [], after: [] }
  const waiting = new Map<symbol, { part: Part; since: number }>()
  const now = () => performance.now() - waitedForProcessor(pid)
  const recent: { at: number; took: number }[] = []
  const failures = new Map<string, number>()
  let part: Part = 'warm'
  const overdue = (of: Part) =>
    [...waiting.values()].flatMap((one) => (one.part === of ? [now() - one.since] : []))
  return {
    /** Starts timing one request; the returned function ends it. */
    start(): (failure?: string) => void {
      const id = Symbol('request')
      const began = { part, since: now() }
      waiting.set(id, began)
      return (failure) => {
        if (!waiting.delete(id)) return
        if (failure !== undefined) failures.set(failure, (failures.get(failure) ?? 0) + 1)
        const took = Math.max(0, now() - began.since)
        durations[began.part].push(took)
        recent.push({ at: performance.now(), took })
      }
    },
    fail: (why: string) => void failures.set(why, (failures.get(why) ?? 0) + 1),
    begin: (next: Part) => void (part = next),
    durations: (of: Part) => [...durations[of], ...overdue(of)],
    slowestRecent() {
      const at = performance.now()
      while ((recent[0]?.at ?? at) < at - 1_000) recent.shift()
      return Math.max(
        0,
        ...recent.map(({ took }) => took),
        ...[...waiting.values()].map(({ since }) => now() - since),
      )
    },
    failures: () => failures,
  }
}
