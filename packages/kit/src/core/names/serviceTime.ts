import type { Kit } from '../kit.ts'
import { perKit } from '../perKit.ts'

/**
 * Milliseconds for which the difference of the clocks is taken as known: the visitor's may be set
 * right meanwhile.
 */
const knownFor = 2 * 60_000

/**
 * The difference of the two clocks, in milliseconds, and when it was seen, by the visitor's clock.
 */
const seen = perKit((): { ahead?: number | undefined; at: number } => ({ at: 0 }))

/** The times that a service may say, milliseconds since 1970: 2020 to 2100. */
const possible = { min: Date.UTC(2020, 0), max: Date.UTC(2100, 0) }

/**
 * Notes the time of the service of names, from the headers of an answer. Without `date`, or where a
 * page may not read it, it says nothing of the time. An answer that a browser may store says
 * nothing either: from its cache it comes with the date of then. Of several answers the one counts
 * by which the service is the farthest ahead. RFC 9110, 6.6.1; RFC 9111
 */
export function noteServiceTime(kit: Kit, headers: Headers): void {
  if (/max-age=[1-9]/i.test(headers.get('cache-control') ?? '')) return
  const at = kit.context.clock.now()
  const date = Date.parse(headers.get('date') ?? '')
  if (date >= possible.min && date <= possible.max && date - at > (serviceAhead(kit) ?? -Infinity))
    Object.assign(seen(kit), { at, ahead: date - at })
}

/**
 * Milliseconds by which the clock of the service of names is ahead of the visitor's; undefined
 * where no answer of the last minutes said it.
 */
export function serviceAhead(kit: Kit): number | undefined {
  const { ahead, at } = seen(kit)
  return Math.abs(kit.context.clock.now() - at) <= knownFor ? ahead : undefined
}
