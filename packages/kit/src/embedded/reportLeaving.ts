import * as times from '@latchkey/protocol/times'
import { kitError } from '../core/errors.ts'
import { pause } from '../core/withLimit.ts'
import type { Kit } from '../core/kit.ts'
import { showToast } from '../core/toast.ts'

/**
 * Says over the modal that this tab goes on elsewhere and comes back; resolves once it can have
 * been read. A site without the modal says it itself.
 * @throws KitError requestAborted
 */
export async function reportLeaving(kit: Kit, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) throw kitError('requestAborted', { cause: signal.reason })
  if (!kit.context.hasProvider) return
  if (!kit.getState().modal.open) kit.open().catch(() => {}) // the message is what counts
  showToast(kit, { message: 'tabContinues' })
  await pause(kit.context.clock, times.leavingShown, signal)
}
