import * as times from '@latchkey/protocol/times'
import { kitError } from '../../core/errors/errors.ts'
import { pause } from '../../core/errors/withLimit.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { showToast } from '../../core/kit/toast.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Shows a toast in the modal, which says that this tab goes to another page and returns. Resolves
 * when the visitor has had time to read it. Does nothing on a site without the modal, which shows
 * its own message.
 * @throws KitError requestAborted
 */
export async function reportLeaving(kit: Kit, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) throw kitError('requestAborted', { cause: signal.reason })
  if (!contextOf(kit).hasProvider) return
  if (!kit.getState().modal.open) kit.open().catch(() => {}) // if it fails, the toast is enough
  showToast(kit, { message: 'tabContinues' })
  await pause(contextOf(kit).clock, times.leavingShown, signal)
}
