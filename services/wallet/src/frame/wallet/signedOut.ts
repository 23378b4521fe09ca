import type { Store } from '../device/openStore.ts'
import { isLogoutPending, clearLogoutPending } from '../server/logOutFirst.ts'

/**
 * The name of an entry that exists after the visitor has signed out of an account that the site
 * itself has named. This frame does not have the login of such an account.
 */
const storedName = 'left'

/**
 * Stores that the visitor has signed out of an account that the site has named. Only the
 * wallet's window can end that login.
 */
export const markSignedOut = (store: Store): Promise<void> => store.set(storedName, true)

/** Whether the visitor has signed out in this frame while the browser's login may continue. */
export const isSignedOut = async (store: Store): Promise<boolean> =>
  (await store.get(storedName)) === true || (await isLogoutPending(store))

/** Clears the mark, because the window ends the login. */
export const clearSignedOut = async (store: Store): Promise<void> =>
  void (await Promise.all([store.delete(storedName), clearLogoutPending(store)]))
