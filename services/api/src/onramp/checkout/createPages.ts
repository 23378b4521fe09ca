import { Hono, type Context } from 'hono'
import { readLimited, TooLargeError } from '@latchkey/server/readLimited'
import { latinDigits } from '@latchkey/protocol/digits'
import { readUrl } from '@latchkey/protocol/readUrl'
import { DatabaseError } from '@latchkey/server/db/database'
import type { Access } from '../../db/createAccess.ts'
import type { Metrics } from '../../metrics.ts'
import { endPage, plainPage } from './pages/endPage.ts'
import { pageHeaders } from './pages/document.ts'
import { orderPage, type Entered } from './pages/orderPage.ts'
import { stepPage } from './pages/stepPage.ts'
import { readAccount, readCard } from './readForm.ts'
import { countTry, findSession, moveSession, type Session } from './sessionStore.ts'
import { testCode } from './testCards.ts'
import { translatorFor } from './words/translatorFor.ts'

/** Maximum of bytes of a form. */
const formBytes = 4_096
/** Wrong codes of the second step after which the bank declines. */
const maxTries = 3
/** Milliseconds that a slow payment takes. */
const slow = 4_000

class PageError extends Error {
  readonly status: 400 | 403 | 404 | 413

  constructor(status: 400 | 403 | 404 | 413) {
    super(`Status ${status}`)
    this.status = status
  }
}

/**
 * The pages on which an order is paid. They need no script. A form that changes something redirects
 * to a page that can be reloaded.
 */
export function createPages({
  access,
  now,
  onMessage,
  metrics,
}: {
  access: Access
  now: () => number
  onMessage: () => void
  metrics: Metrics
}): Hono {
  const app = new Hono()
  const speechOf = (call: Context) => translatorFor(call.req.header('accept-language'))
  const page = (
    call: Context,
    html: string,
    status: 200 | 400 | 403 | 404 | 413 | 500 | 503 = 200,
  ) => call.body(html, status, pageHeaders)

  async function sessionOf(call: Context): Promise<Session> {
    const id = call.req.param('id') ?? ''
    const found = /^[\w-]{43}$/.test(id)
      ? await access.run((queries) => findSession(queries, id))
      : undefined
    if (!found) throw new PageError(404)
    const isOver =
      (found.state === 'open' || found.state === 'challenge') && found.expiresAt <= now()
    return isOver ? ((await move(found, 'expire')) ?? found) : found
  }

  async function move(
    session: Session,
    event: Parameters<typeof moveSession>[2],
    settleAt: number | null = null,
  ): Promise<Session | undefined> {
    const moved = await access.run((queries) =>
      moveSession(queries, session.id, event, now(), { settleAt }),
    )
    onMessage()
    return moved
  }

  /** The page for the present state. */
  function show(call: Context, session: Session): Response {
    const { state } = session
    if (state === 'open') return page(call, orderPage(speechOf(call), session))
    if (state === 'challenge')
      return page(call, stepPage(speechOf(call), session, call.req.query('wrong') === '1'))
    return page(call, endPage(speechOf(call), session, state))
  }

  /** Redirects to the page for the state, so that a reload sends no form. */
  const goOn = (call: Context, { id }: Session, wrong = false) =>
    call.body(null, 303, { ...pageHeaders, location: `/pay/${id}${wrong ? '?wrong=1' : ''}` })

  async function readForm(call: Context): Promise<URLSearchParams> {
    const from = call.req.header('origin')
    if (from !== undefined && readUrl(from)?.host !== call.req.header('host'))
      throw new PageError(403)
    try {
      return new URLSearchParams((await readLimited(call.req.raw.body, formBytes)).toString())
    } catch (error) {
      throw error instanceof TooLargeError ? new PageError(413) : error
    }
  }

  app.get('/health', (call) => call.text('OK'))
  app.get('/pay/:id', async (call) => show(call, await sessionOf(call)))
  app.post('/pay/:id', async (call) => {
    const [form, session] = [await readForm(call), await sessionOf(call)]
    if (session.state !== 'open') return goOn(call, session)
    if (form.get('do') === 'cancel') return goOn(call, (await move(session, 'cancel')) ?? session)
    const result = session.terms.method === 'card' ? readCard(form, now()) : readAccount(form)
    if (result.status === 'wrong') {
      const entered: Entered = { faults: result.faults, name: form.get('name')?.slice(0, 64) ?? '' }
      return page(call, orderPage(speechOf(call), session, entered))
    }
    return goOn(
      call,
      (await move(session, result.event, result.event === 'wait' ? now() + slow : null)) ?? session,
    )
  })
  app.post('/pay/:id/confirm', async (call) => {
    const [form, session] = [await readForm(call), await sessionOf(call)]
    if (session.state !== 'challenge') return goOn(call, session)
    if (form.get('do') === 'cancel') return goOn(call, (await move(session, 'cancel')) ?? session)
    if (latinDigits(form.get('code')?.trim() ?? '') === testCode)
      return goOn(call, (await move(session, 'pay')) ?? session)
    const tries = await access.run((queries) => countTry(queries, session.id))
    return tries < maxTries
      ? goOn(call, session, true)
      : goOn(call, (await move(session, 'decline')) ?? session)
  })
  app.notFound((call) => page(call, plainPage(speechOf(call), 'unknownTitle', 'unknownText'), 404))
  app.onError((error, call) => {
    if (error instanceof PageError)
      return page(call, plainPage(speechOf(call), 'unknownTitle', 'unknownText'), error.status)
    if (!(error instanceof DatabaseError)) metrics.defects.add()
    return page(
      call,
      plainPage(speechOf(call), 'busyTitle', 'busyText'),
      error instanceof DatabaseError ? 503 : 500,
    )
  })
  return app
}
