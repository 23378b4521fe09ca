import { endSession } from '@latchkey/protocol/walletServer'
import { isFault } from '../bridge/Fault.ts'
import type { Store } from '../device/openStore.ts'
import type { Server } from './createServer.ts'

/** The visitor has signed out, and the server has not confirmed it. */
const storedName = 'leaving'

/** Remembers that the visitor signs out, until the server has confirmed it. */
export const markLogoutPending = (store: Store): Promise<void> => store.set(storedName, true)

/** Whether it still has to be confirmed. */
export const isLogoutPending = async (store: Store): Promise<boolean> =>
  (await store.get(storedName)) === true

/** It is confirmed, or another page has it confirmed. */
export const clearLogoutPending = (store: Store): Promise<void> => store.delete(storedName)

/**
 * Has the server confirm that the visitor signed out. @throws Fault where it is not reached; the
 * mark stays
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
 * A server that is told first of a visitor who has signed out: no other call reaches it with the
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
