import * as times from '@latchkey/protocol/times'
import type { KitEvent } from './events.ts'
import type { Kit } from './kit.ts'
import { contextOf } from './context.ts'

/**
 * Reports an event to the site: to its `onEvent`, and to its own endpoint if it named one
 * (`analyticsUrl`: a POST of `{ …event, at, site }`, `at` in milliseconds). Nothing is stored,
 * repeated or sent to any other place. Errors of the listener and of the endpoint do not affect the
 * kit.
 */
export function track(kit: Kit, event: KitEvent): void {
  const { options, clock, fetch } = contextOf(kit)
  if (options.features?.analytics === false) return
  try {
    options.onEvent?.(event)
  } catch (error) {
    reportError(error) // reported like an error in an event listener of the page
  }
  if (!options.analyticsUrl) return
  const controller = new AbortController()
  const cancel = clock.setTimeout(() => controller.abort(), times.httpRequest)
  fetch(options.analyticsUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...event, at: clock.now(), site: options.metadata.url }),
    keepalive: true, // sent even if the page is closed now
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: controller.signal,
  })
    .catch(() => {}) // a lost event must not affect the visitor
    .finally(cancel)
}
