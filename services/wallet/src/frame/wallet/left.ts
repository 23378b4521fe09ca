import type { Keep } from '../device/openKeep.ts'
import { isLeaving, unmarkLeaving } from '../server/leaveFirst.ts'

/** In memory alone: the site named the account itself, so nothing of the login is in this frame. */
const keepName = 'left'

/**
 * The visitor has signed out of an account that the site has named: only the wallet's window can
 * end that login.
 */
export const noteLeft = (keep: Keep): Promise<void> => keep.set(keepName, true)

/** Whether the visitor has signed out here, and the login of the browser may go on. */
export const hasLeft = async (keep: Keep): Promise<boolean> =>
  (await keep.get(keepName)) === true || (await isLeaving(keep))

/** The window ends it. */
export const forgetLeft = async (keep: Keep): Promise<void> =>
  void (await Promise.all([keep.delete(keepName), unmarkLeaving(keep)]))
