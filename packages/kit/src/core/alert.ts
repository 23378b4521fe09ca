import type { Kit } from './kit.ts'
import { KitError } from './KitError.ts'
import type { Alert } from './state.ts'

/** Shows the bar at the head of the modal until it is closed; only on a site with `debug` on, as visitors can do nothing about it. */
export function showAlert(kit: Kit, alert: Alert): void {
  if (kit.context.options.debug) kit.store.setState({ alert })
}

/**
 * Tells the site's developer of an error behind which stands a fault of the site; of others nobody. Which these are is fetched then:
 * no visitor needs to know.
 */
export function tellDeveloper(kit: Kit, error: unknown): void {
  if (!kit.context.options.debug) return
  void import('./alertOf.ts').then(({ alertOf }) => {
    const code = alertOf(error)
    if (code) showAlert(kit, { code, text: KitError.is(error) ? (error.details ?? error.message) : undefined })
  }, () => {}) // visitors miss nothing
}
