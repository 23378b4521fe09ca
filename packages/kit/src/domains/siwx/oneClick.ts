import { formatSignIn } from '@latchkey/protocol/signIn/formatSignIn'
import type { SignInMessage } from '@latchkey/protocol/signIn/signInMessage'
import * as times from '@latchkey/protocol/times'
import { reportToDeveloper } from '../../core/kit/alert.ts'
import type { SignInOnConnect } from '../../core/contracts/connectorSource.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { KitError } from '../../core/errors/KitError.ts'
import type { SiwxSession } from '../../core/contracts/siwx.ts'
import { track } from '../../core/kit/track.ts'
import { withLimit } from '../../core/errors/withLimit.ts'
import { promptNext } from './promptNext.ts'
import { readMessage } from './signIn.ts'
import { isRequired, siwxOf } from './siwxOf.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Milliseconds within which the site has to create the message. It is short, because the visitor
 * waits for the QR code meanwhile.
 */
const limit = 3_000

/**
 * Creates the sign-in that is part of connecting. In these cases the kit connects without it:
 * - The site's message is not in the standard form. Wallets write the message themselves, only in
 *   that form.
 * - The site does not answer in time.
 * - Signing in is optional, and an earlier attempt failed: the visitor may only want to connect.
 *
 * If the site refuses the signature, the kit requests a sign-in after connecting.
 */
export function createOneClick(kit: Kit): SignInOnConnect {
  const siwx = siwxOf(kit)
  let isOpen = false
  const requestsMessage = () => !isOpen || isRequired(kit)

  async function add(session: SiwxSession): Promise<boolean> {
    const { chainId: networkId } = session.data
    try {
      await withLimit(async () => siwx.addSession(session), {
        ms: times.httpRequest,
        clock: contextOf(kit).clock,
        onTimeout: () => kitError('httpTimeout'),
      })
      track(kit, { name: 'signedIn', networkId })
      return true
    } catch (error) {
      reportToDeveloper(kit, error)
      track(kit, {
        name: 'signInFailed',
        networkId,
        reason: KitError.is(error) ? error.code : 'somethingWrong',
      })
      return false
    }
  }

  return {
    requestsMessage,
    async prepare({ chainId, accountAddress }) {
      isOpen = requestsMessage()
      if (!isOpen) return undefined
      try {
        const requestMessage = async () => siwx.createMessage({ chainId, accountAddress })
        const messageData = await withLimit(requestMessage, {
          ms: limit,
          clock: contextOf(kit).clock,
          onTimeout: () => kitError('httpTimeout'),
        })
        const { data, message } = readMessage(messageData, {
          networkId: chainId,
          address: accountAddress,
        })
        // the cast: if `data` has another version, `formatSignIn` throws
        return formatSignIn(data as SignInMessage) === message ? data : undefined
      } catch {
        return undefined // the kit requests the sign-in after connecting, and then shows the error
      }
    },
    async storeSessions(signed, signal) {
      isOpen = false
      for (const session of signed) {
        if (signal?.aborted || !(await add(session))) break
      }
      if (!signal?.aborted) return
      // the connection was aborted, so the account must not stay signed in
      for (const { data } of signed)
        await siwx
          .revokeSession(data.chainId, data.accountAddress)
          .catch((error: unknown) => reportToDeveloper(kit, error))
    },
    promptNext: (accountIds) => promptNext(kit, accountIds),
  }
}
