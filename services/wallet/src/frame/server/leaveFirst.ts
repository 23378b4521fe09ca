import { endSession } from '@latchkey/protocol/walletServer'
import { isFault } from '../bridge/Fault.ts'
import type { Keep } from '../device/openKeep.ts'
import type { Server } from './createServer.ts'

/** The visitor has signed out, and the server has not confirmed it. */
const keepName = 'leaving'

/** Remembers that the visitor signs out, until the server has confirmed it. */
export const markLeaving = (keep: Keep): Promise<void> => keep.set(keepName, true)

/** Whether it still has to be confirmed. */
export const isLeaving = async (keep: Keep): Promise<boolean> => (await keep.get(keepName)) === true

/** It is confirmed, or another page has it confirmed. */
export const unmarkLeaving = (keep: Keep): Promise<void> => keep.delete(keepName)

/**
 * Has the server confirm that the visitor signed out. @throws Fault where it is not reached; the
 * mark stays
 */
export async function endLeft(
  { server, keep }: { server: Server; keep: Keep },
  signal?: AbortSignal,
): Promise<void> {
  await server.call(endSession, {}, { signal }).catch((error: unknown) => {
    if (!isFault(error, 'loginRequired')) throw error
  })
  await unmarkLeaving(keep)
}

/**
 * A server that is told first of a visitor who has signed out: no other call reaches it with the
 * old login.
 */
export function leaveFirst(keep: Keep, server: Server): Server {
  let ending: Promise<void> | undefined
  return {
    ...(server.now && { now: server.now }),
    async call(entry, params, options) {
      if (entry.path !== endSession.path && (await isLeaving(keep))) {
        ending ??= endLeft({ server, keep }).finally(() => (ending = undefined))
        await ending
      }
      return server.call(entry, params, options)
    },
  }
}
