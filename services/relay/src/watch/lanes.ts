/** Limits the concurrent calls of one lane. Calls of a lane share something, such as a host. */
export type Lanes = {
  /**
   * Starts a call, if fewer than `ownMax` calls of the lane run (by default: its limit). @returns
   * whether it started. The call runs until {@link Lanes.leave}.
   */
  enter(lane: string, ownMax?: number): boolean
  leave(lane: string): void
  /**
   * Milliseconds until a refused call should be tried again. The waiting calls are tried one after
   * the other.
   */
  wait(lane: string): number
}

/** `booked`: the time until which attempts of waiting calls are planned. */
type Lane = { running: number; booked: number }

/** Number of lanes above which unused ones are removed. */
const many = 1_000

/**
 * @param options.max concurrent calls of one lane, and attempts of waiting calls within `pause`
 * milliseconds
 */
export function createLanes({
  max,
  pause,
  now,
}: {
  max: number
  pause: number
  now: () => number
}): Lanes {
  const lanes = new Map<string, Lane>()

  function laneOf(name: string): Lane {
    const known = lanes.get(name)
    if (known) return known
    if (lanes.size >= many)
      for (const [other, { running, booked }] of lanes)
        if (running === 0 && booked <= now()) lanes.delete(other)
    const lane = { running: 0, booked: 0 }
    lanes.set(name, lane)
    return lane
  }

  return {
    enter(name, ownMax = max) {
      const lane = laneOf(name)
      if (lane.running >= Math.min(max, ownMax)) return false
      lane.running += 1
      return true
    },
    leave(name) {
      const lane = laneOf(name)
      lane.running -= 1
      if (lane.running <= 0 && lane.booked <= now()) lanes.delete(name)
    },
    wait(name) {
      const lane = laneOf(name)
      lane.booked = Math.max(now() + pause, lane.booked + pause / max)
      return lane.booked - now()
    },
  }
}
