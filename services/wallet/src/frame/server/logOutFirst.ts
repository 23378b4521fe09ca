import { endSession } from '@latchkey/protocol/walletServer'
import { isFault } from '../bridge/Fault.ts'
import type { Store } from '../device/openStore.ts'
import type { Server } from './createServer.ts'

/**
 * The name of an entry that exists after the visitor has signed out, until the server has confirmed
 * the sign-out.
 */
const storedName = 'leaving'

/** Stores that a sign-out has to be confirmed by the server. */
export const markLogoutPending = (store: Store): Promise<void> => store.set(storedName, true)

/** Whether a sign-out still has to be confirmed. */
export const isLogoutPending = async (store: Store): Promise<boolean> =>
  (await store.get(storedName)) === true

/** Clears the mark, after the server's confirmation to this or another page. */
export const clearLogoutPending = (store: Store): Promise<void> => store.delete(storedName)

/**
 * Confirms the visitor's sign-out with the server.
 * @throws Fault when the server is not reached; the mark stays
 */
export async function endPendingLogout(
  { server, store }: { server: Server; store: Store },
  signal?: AbortSignal,
): Promise<void> {
  await server.call(endSession, {}, { signal }).catch((error: unknown) => {
    if (!isFault(error, 'loginRequired')) throw error
  })
  await clearLogoutPending(store)
}

/**
 * Wraps a server so that a pending sign-out reaches it first: no other call is sent with the
 * old login.
 */
export function logOutFirst(store: Store, server: Server): Server {
  let ending: Promise<void> | undefined
  return {
    ...(server.now && { now: server.now }),
    async call(entry, params, options) {
      if (entry.path !== endSession.path && (await isLogoutPending(store))) {
        ending ??= endPendingLogout({ server, store }).finally(() => (ending = undefined))
        await ending
      }
      return server.call(entry, params, options)
    },
  }
}
