import { showAlert } from '../../core/kit/alert.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { KitError } from '../../core/errors/KitError.ts'

/**
 * Reports faults of the site to its developer, in the browser's console and in the modal's alert
 * bar.
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
