import type { Store } from '../device/openStore.ts'
import { isLogoutPending, clearLogoutPending } from '../server/logOutFirst.ts'

/** In memory alone: the site named the account itself, so nothing of the login is in this frame. */
const storedName = 'left'

/**
 * The visitor has signed out of an account that the site has named: only the wallet's window can
 * end that login.
 */
export const markSignedOut = (store: Store): Promise<void> => store.set(storedName, true)

/** Whether the visitor has signed out here, and the login of the browser may go on. */
export const isSignedOut = async (store: Store): Promise<boolean> =>
  (await store.get(storedName)) === true || (await isLogoutPending(store))

/** The window ends it. */
export const clearSignedOut = async (store: Store): Promise<void> =>
  void (await Promise.all([store.delete(storedName), clearLogoutPending(store)]))
