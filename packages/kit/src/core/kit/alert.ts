import type { Kit } from './kit.ts'
import { KitError } from '../errors/KitError.ts'
import type { Alert } from './state.ts'
import { contextOf } from './context.ts'

/**
 * Shows an alert at the head of the modal until it is closed. Only with the option `debug`, as
 * visitors cannot fix the fault.
 */
export function showAlert(kit: Kit, alert: Alert): void {
  if (contextOf(kit).options.debug) kit.store.setState({ alert })
}

/**
 * Reports an error to the site's developer if the site caused it; ignores all other errors. The
 * list of such errors is loaded only then, as no visitor needs it.
 */
export function reportToDeveloper(kit: Kit, error: unknown): void {
  if (!contextOf(kit).options.debug) return
  void import('../errors/alertOf.lazy.ts').then(
    ({ alertOf, adviceOf }) => {
      const code = alertOf(error)
      if (code) showAlert(kit, { code, text: KitError.is(error) ? adviceOf(error) : undefined })
    },
    () => {},
  ) // a failed load is ignored, as only developers need the report
}
