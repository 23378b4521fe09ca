import { showAlert } from '../../core/alert.ts'
import type { Kit } from '../../core/kit.ts'
import type { KitError } from '../../core/KitError.ts'

/**
 * Tells a site's developer of faults of the site, in the browser's console and in the one bar that
 * the modal has for them.
 */
export function reportFaults(kit: Kit, faults: readonly KitError[]): void {
  if (faults.length === 0) return
  for (const fault of faults) globalThis.reportError?.(fault)
  const { alert } = kit.getState()
  showAlert(kit, {
    code: 'alertInvalidConfiguration',
    text: [alert?.text, ...faults.map(({ message }) => message)].filter(Boolean).join(' '),
  })
}
