import { isNetworkId } from '@latchkey/protocol/caip'
import * as v from 'valibot'
import type { Clock } from '../../core/page/clock.ts'
import type { IncomingRequest } from './channel.ts'
import { check, refuse } from './refuse.ts'
import { sessionLife, sessionNamespaces } from './session.ts'
import type { Session } from './session.ts'
import type { SessionBook } from './sessionBook.ts'

const updateParams = v.object({ namespaces: sessionNamespaces })
const extendParams = v.object({ expiry: v.optional(v.number()) })
const eventParams = v.object({
  chainId: v.string(),
  event: v.object({ name: v.pipe(v.string(), v.maxLength(200)), data: v.unknown() }),
})

/**
 * Executes a wallet's request that changes its session. If this function throws, the wallet gets
 * the error as the answer.
 */
export function answerWallet(
  book: SessionBook,
  clock: Clock,
  session: Session,
  { method, params }: IncomingRequest,
): true {
  const { topic } = session
  switch (method) {
    case 'wc_sessionUpdate':
      book.save({ ...session, namespaces: check(updateParams, params).namespaces })
      book.emit({ type: 'changed', topic })
      return true
    case 'wc_sessionExtend':
      return extend(
        book,
        session,
        check(extendParams, params ?? {}).expiry,
        Math.floor(clock.now() / 1_000),
      )
    case 'wc_sessionEvent': {
      const { chainId, event } = check(eventParams, params)
      if (!isNetworkId(chainId)) return refuse(1005, 'Not a chain of this session')
      book.emit({ type: 'event', topic, networkId: chainId, name: event.name, data: event.data })
      return true
    }
    case 'wc_sessionDelete':
      // later, because the answer must be sent before `forget` removes the key
      clock.setTimeout(() => book.forget(topic), 0)
      return true
    default:
      return refuse(10_001, `A site does not answer ${method}`)
  }
}

/**
 * Extends a session to `expiry` (unix seconds); 0 means seven days from now. Refuses a later time,
 * with a tolerance of a minute, and refuses to shorten the session.
 */
function extend(book: SessionBook, session: Session, expiry = 0, now: number): true {
  const until = expiry || now + sessionLife
  if (until > now + sessionLife + 60 || until < session.expiry)
    return refuse(1006, 'The expiry is out of range')
  book.save({ ...session, expiry: until })
  return true
}
