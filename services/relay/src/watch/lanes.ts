/** Calls that have something in common, such as their host, of which only so many may run at once. */
export type Lanes = {
  /** Whether one more may run now, of a lane with fewer than so many (as many as may, unless it is said); then it does, until {@link Lanes.leave}. */
  enter(lane: string, fewer?: number): boolean
  leave(lane: string): void
  /** Milliseconds after which a call that could not run is to be tried again: those that wait come one after the other. */
  wait(lane: string): number
}

/** `booked`: up to when others that wait are to come. */
type Lane = { running: number; booked: number }

/** Lanes from which on those with which nothing is to do are looked for. */
const many = 1_000

/** @param options.most calls of one lane at once, and tries of those that wait within `pause` milliseconds */
export function createLanes({ most, pause, now }: { most: number; pause: number; now: () => number }): Lanes {
  const lanes = new Map<string, Lane>()

  function laneOf(name: string): Lane {
    const known = lanes.get(name)
    if (known) return known
    if (lanes.size >= many) for (const [other, { running, booked }] of lanes) if (running === 0 && booked <= now()) lanes.delete(other)
    const lane = { running: 0, booked: 0 }
    lanes.set(name, lane)
    return lane
  }

  return {
    enter(name, fewer = most) {
      const lane = laneOf(name)
      if (lane.running >= Math.min(most, fewer)) return false
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
      lane.booked = Math.max(now() + pause, lane.booked + pause / most)
      return lane.booked - now()
    },
  }
}
