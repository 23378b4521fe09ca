import * as times from '@latchkey/protocol/times'
import { kitError } from '../core/errors.ts'
import type { Kit } from '../core/kit.ts'
import { showToast } from '../core/toast.ts'

/**
 * Says over the modal that this tab goes on elsewhere and comes back; resolves once it can have been read. A site without the modal says it itself.
 * @throws KitError requestAborted
 */
export function tellLeaving(kit: Kit, signal?: AbortSignal): Promise<void> {
  if (!kit.context.hasProvider) return Promise.resolve()
  if (!kit.getState().modal.open) kit.open().catch(() => {}) // the message is what counts
  showToast(kit, { message: 'tabContinues' })
  return new Promise((resolve, reject) => {
    const cancel = kit.context.clock.setTimeout(resolve, times.leavingTold)
    signal?.addEventListener('abort', () => (cancel(), reject(kitError('requestAborted', { cause: signal.reason }))), { once: true })
  })
}
