import type { Store } from '../device/openStore.ts'
import { isLogoutPending, clearLogoutPending } from '../server/logOutFirst.ts'

/**
 * Only a store in memory has this entry: the site named the account itself, so this frame does not
 * have the login.
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
