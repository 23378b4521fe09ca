/** A reservation of a client, for a number of an account. Amounts are in wei, times in seconds. */
export type OpenReservation = {
  /** The key of the client. Empty for calls inside the process, which have no limit. */
  client: string
  project: string
  account: string
  nonce: bigint
  cost: bigint
  /** When it is free again, at the latest. */
  until: number
}

/** Counts what each client keeps reserved of the sites' budgets. */
export type OpenShares = {
  /**
   * Counts a reservation. Of several for one number the highest cost counts.
   * @param limit what all open reservations of the client may cost; a single one may cost more
   * @returns a function that takes it back; undefined if the limit would be passed
   */
  take(reservation: OpenReservation, limit: bigint): (() => void) | undefined
  /** Notes that a number of an account is used, or not reserved any more. */
  end(reservation: Pick<OpenReservation, 'project' | 'account' | 'nonce'>): void
}

type Counted = Pick<OpenReservation, 'project' | 'cost' | 'until'>

/** Seconds between two searches for what is over. */
const pause = 60

/**
 * Makes the counters. They are of this process alone, and no address is stored.
 * @param now seconds
 */
export function createOpenShares(now: () => number): OpenShares {
  const clients = new Map<string, Map<string, Counted>>()
  let nextSearch = 0

  function forgetOver(time: number): void {
    if (time < nextSearch) return
    nextSearch = time + pause
    for (const [key, open] of clients) {
      for (const [number, { until }] of open) if (until < time) open.delete(number)
      if (open.size === 0) clients.delete(key)
    }
  }

  return {
    take(reservation, limit) {
      const { client, project, cost } = reservation
      if (client === '') return () => {}
      const time = now()
      forgetOver(time)
      const key = `${client} ${project}`
      const number = numberOf(reservation)
      const open = clients.get(key) ?? new Map<string, Counted>()
      const before = open.get(number)
      const highest = before && before.cost > cost ? before.cost : cost
      const others = [...open].reduce(
        (sum, [name, other]) => (name === number || other.until < time ? sum : sum + other.cost),
        0n,
      )
      if (others > 0n && others + highest > limit) return undefined
      clients.set(key, open)
      open.set(number, { project, cost: highest, until: reservation.until })
      return () => {
        if (before) open.set(number, before)
        else open.delete(number)
      }
    },
    end(reservation) {
      const number = numberOf(reservation)
      for (const open of clients.values())
        if (open.get(number)?.project === reservation.project) open.delete(number)
    },
  }
}

const numberOf = ({ account, nonce }: Pick<OpenReservation, 'account' | 'nonce'>) =>
  `${account} ${nonce}`
