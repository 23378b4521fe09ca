import { getSession } from '@latchkey/protocol/walletServer'
import type { WalletAddresses, WalletUser } from '@latchkey/protocol/walletServer'
import { isFault } from '../bridge/Fault.ts'
import type { Server } from '../server/createServer.ts'

/**
 * The user who is logged in on this device. The server's last answer is cached while the page
 * is open.
 */
export type Session = {
  /**
   * The user of this device; undefined without a login.
   * @throws Fault when the server is not reached
   */
  read: (signal?: AbortSignal) => Promise<WalletUser | undefined>
  /**
   * Opens a user's account by `open`. Requests of the same user that arrive meanwhile get the
   * same addresses, so nothing is opened twice.
   */
  opening: (userId: string, open: () => Promise<WalletAddresses>) => Promise<WalletAddresses>
  /** Updates the cached user, which the server has sent with another answer. */
  note: (user: WalletUser) => Promise<void>
  /** Makes the next `read` ask the server again. */
  forget: () => void
}

/**
 * Creates a session for `server`.
 * @param onUser called with every answer of the server, before it is returned
 */
export function createSession(
  server: Server,
  onUser: (user: WalletUser) => Promise<void> = async () => {},
): Session {
  let known: WalletUser | undefined
  let reading: Promise<WalletUser> | undefined
  let opening: { userId: string; work: Promise<WalletAddresses> } | undefined

  async function ask(): Promise<WalletUser> {
    const user = await server.call(getSession, {})
    await onUser(user)
    return user
  }

  return {
    opening(userId, open) {
      if (opening?.userId === userId) return opening.work
      const work = open()
        .then((addresses) => {
          if (known?.userId === userId) known = { ...known, addresses }
          return addresses
        })
        .finally(() => {
          if (opening?.work === work) opening = undefined
        })
      opening = { userId, work }
      return work
    },
    async read(signal) {
      if (known) return known
      const request = (reading ??= ask())
      try {
        const user = await untilAborted(request, signal)
        if (request === reading) known = user
        return user
      } catch (error) {
        if (request === reading && !signal?.aborted) reading = undefined
        if (isFault(error, 'loginRequired')) return undefined
        throw error
      }
    },
    async note(user) {
      await onUser(user)
      known = user
    },
    forget() {
      known = undefined
      reading = undefined
    },
  }
}

/** The outcome of work that several callers share, unless `signal` aborts first. */
function untilAborted<value>(work: Promise<value>, signal?: AbortSignal): Promise<value> {
  if (!signal) return work
  return Promise.race([
    work,
    new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    ),
  ])
}
