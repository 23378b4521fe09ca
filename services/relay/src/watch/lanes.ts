/**
 * Limits how many calls run concurrently in a lane. The calls of a lane have something in common,
 * such as their host.
 */
export type Lanes = {
  /**
   * Starts a call, if fewer than `ownMax` calls of the lane run.
   * @param ownMax @default the lane's maximum
   * @returns whether the call was started; it runs until {@link Lanes.leave}
   */
  enter(lane: string, ownMax?: number): boolean
  leave(lane: string): void
  /**
   * Milliseconds after which a call that was not started should try again. The times differ, so
   * that waiting calls try one after the other.
   */
  wait(lane: string): number
}

/** `booked`: the latest time at which a waiting call will try again. */
type Lane = { running: number; booked: number }

/** When there are this many lanes, unused lanes are removed. */
const many = 1_000

/**
 * Makes the lanes.
 * @param options.max maximum of concurrent calls in a lane, and of attempts of waiting calls within
 *   `pause` milliseconds
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
