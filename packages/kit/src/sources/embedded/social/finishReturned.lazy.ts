import type { ErrorCode } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { showToast } from '../../../core/kit/toast.ts'
import { readPendingSocial, forgetPendingSocial } from './returned.ts'
import { authId } from '../names.ts'
import type { SocialStarts } from '../socialStarts.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * Finishes a company login whose answer returned in the page's address. The modal stays closed,
 * unless the login fails or a mailed link has to be approved: then it opens with a toast. An answer
 * to a login that this browser did not start is dropped.
 */
export async function finishReturned(kit: Kit, starts: Pick<SocialStarts, 'take'>): Promise<void> {
  const social = readPendingSocial(kit)
  if (!social) return void starts.take()
  const toastFor = (code: ErrorCode, variant: 'error' | 'info') => {
    if (contextOf(kit).hasProvider) kit.open().catch(() => {}) // if it fails, the toast is enough
    showToast(kit, { message: code, variant })
  }
  try {
    await kit.connect({
      connectorId: authId,
      login: { social },
      onStep: ({ type }) => type === 'linkSent' && toastFor('linkSent', 'info'),
    })
  } catch (error) {
    if (!KitError.is(error, 'requestAborted'))
      toastFor(KitError.is(error) ? error.code : 'somethingWrong', 'error')
  } finally {
    forgetPendingSocial(kit)
  }
}
