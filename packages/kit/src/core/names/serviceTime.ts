import type { Kit } from '../kit/kit.ts'
import { perKit } from '../kit/perKit.ts'
import { contextOf } from '../kit/context.ts'

/**
 * Milliseconds for which a measured difference of the clocks is used. The time is short, because
 * the visitor may correct the clock of the device.
 */
const knownFor = 2 * 60_000

/**
 * `ahead`: milliseconds by which the service's clock is ahead of the visitor's. `at`: the time of
 * the measurement, by the visitor's clock.
 */
const seen = perKit((): { ahead?: number | undefined; at: number } => ({ at: 0 }))

/** The valid times of a service, in milliseconds since 1970: 2020 to 2100. */
const possible = { min: Date.UTC(2020, 0), max: Date.UTC(2100, 0) }

/**
 * Stores the time of the service of names, from the headers of an answer. Ignores answers without a
 * `date` that the page may read, and answers that a browser may store, because a cached answer has
 * an old date. Of several answers, the one with the greatest difference counts. RFC 9110, 6.6.1;
 * RFC 9111
 */
export function noteServiceTime(kit: Kit, headers: Headers): void {
  if (/max-age=[1-9]/i.test(headers.get('cache-control') ?? '')) return
  const at = contextOf(kit).clock.now()
  const date = Date.parse(headers.get('date') ?? '')
  if (date >= possible.min && date <= possible.max && date - at > (serviceAhead(kit) ?? -Infinity))
    Object.assign(seen(kit), { at, ahead: date - at })
}

/**
 * Milliseconds by which the clock of the service of names is ahead of the visitor's. Undefined if
 * no answer arrived in the last two minutes.
 */
export function serviceAhead(kit: Kit): number | undefined {
  const { ahead, at } = seen(kit)
  return Math.abs(contextOf(kit).clock.now() - at) <= knownFor ? ahead : undefined
}
