import { getSession } from '@latchkey/protocol/walletServer'
import type { WalletAddresses, WalletUser } from '@latchkey/protocol/walletServer'
import { isFault } from '../bridge/Fault.ts'
import type { Server } from '../server/createServer.ts'

/**
 * Who is logged in on this device. The server knows; what it said is remembered while the page is
 * open.
 */
export type Session = {
  /**
   * The user of this device; undefined when nobody is logged in. @throws Fault where the server is
   * not reached
   */
  read: (signal?: AbortSignal) => Promise<WalletUser | undefined>
  /**
   * A user's account is opened by `open`; requests of the same user that come meanwhile get the
   * same addresses, and nothing is opened twice.
   */
  opening: (userId: string, open: () => Promise<WalletAddresses>) => Promise<WalletAddresses>
  /** The server has told the user with another answer. */
  note: (user: WalletUser) => Promise<void>
  /** The next `read` asks the server again. */
  forget: () => void
}

/**
 * A session that asks `server`.
 * @param onUser called with every answer of the server, before it is told
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

/** The outcome of work that goes on for others, unless `signal` aborts first. */
function untilAborted<value>(work: Promise<value>, signal?: AbortSignal): Promise<value> {
  if (!signal) return work
  return Promise.race([
    work,
    new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    ),
  ])
}
