import type { Context } from 'hono'
import { readLimited, TooLargeError } from '@latchkey/server/readLimited'
import { latinDigits } from '@latchkey/protocol/digits'
import { readUrl } from '@latchkey/protocol/readUrl'
import { DatabaseError } from '@latchkey/server/db/database'
import { countTry, findOrder, payOrder, type Order } from '../orders/orderStore.ts'
import type { PaymentEvent } from '../orders/stepOrder.ts'
import type { App } from '../limitClients.ts'
import type { Service } from '../service.ts'
import { endPage, outcomes, plainPage } from './pages/endPage.ts'
import { pageHeaders } from './pages/document.ts'
import { orderPage, type Entered } from './pages/orderPage.ts'
import { stepPage } from './pages/stepPage.ts'
import { readAccount, readCard } from './readForm.ts'
import { testCode } from './testCards.ts'
import { translatorFor } from './words/translatorFor.ts'

/** Maximum size of a form in bytes. */
const formBytes = 4_096
/** Number of wrong codes in the second step after which the bank declines. */
const maxTries = 3
/** Milliseconds that a slow payment stays in the state `processing`. */
const slow = 4_000

class PageError extends Error {
  readonly status: 400 | 403 | 404 | 413

  constructor(status: 400 | 403 | 404 | 413) {
    super(`Status ${status}`)
    this.status = status
  }
}

const speechOf = (call: Context) => translatorFor(call.req.header('accept-language'))
const page = (call: Context, html: string, status: 200 | 400 | 403 | 404 | 413 | 500 | 503 = 200) =>
  call.body(html, status, pageHeaders)

/** Redirects to the order's page, so that reloading it does not send the form again. */
const goOn = (call: Context, { id }: Order, isWrong = false) =>
  call.body(null, 303, { ...pageHeaders, location: `/pay/${id}${isWrong ? '?wrong=1' : ''}` })

/** Returns the page for the order's state. */
function show(call: Context, order: Order): Response {
  const { state } = order
  if (state === 'open') return page(call, orderPage(speechOf(call), order))
  if (state === 'challenge')
    return page(call, stepPage(speechOf(call), order, call.req.query('wrong') === '1'))
  return page(call, endPage(speechOf(call), order, outcomes[state]))
}

export type CheckoutPagesOptions = Pick<Service, 'access' | 'metrics' | 'now'> & {
  /** Is called when the state of an order may have changed. */
  onChange: () => void
}

/**
 * The pages on which an order is paid. They need no script. After a form, the browser is redirected
 * to a page that can be reloaded.
 */
export class CheckoutPages {
  readonly #options: CheckoutPagesOptions

  constructor(options: CheckoutPagesOptions) {
    this.#options = options
  }

  /** Adds the pages to a server, and a 404 for all other paths. */
  addTo(app: App): void {
    app.get('/pay/:id', async (call) => show(call, await this.#orderOf(call)))
    app.post('/pay/:id', (call) => this.#pay(call))
    app.post('/pay/:id/confirm', (call) => this.#confirm(call))
    app.notFound((call) =>
      page(call, plainPage(speechOf(call), 'unknownTitle', 'unknownText'), 404),
    )
    app.onError((error, call) => this.#fail(error, call))
  }

  async #pay(call: Context): Promise<Response> {
    const [form, order] = [await readForm(call), await this.#orderOf(call)]
    const { now } = this.#options
    if (order.state !== 'open') return goOn(call, order)
    if (form.get('do') === 'cancel') return goOn(call, await this.#move(order, 'cancel'))
    const result = order.terms.method === 'card' ? readCard(form, now()) : readAccount(form)
    if (result.status === 'wrong') {
      const entered: Entered = { faults: result.faults, name: form.get('name')?.slice(0, 64) ?? '' }
      return page(call, orderPage(speechOf(call), order, entered))
    }
    const settleAt = result.event === 'wait' ? now() + slow : null
    return goOn(call, await this.#move(order, result.event, settleAt))
  }

  async #confirm(call: Context): Promise<Response> {
    const [form, order] = [await readForm(call), await this.#orderOf(call)]
    if (order.state !== 'challenge') return goOn(call, order)
    if (form.get('do') === 'cancel') return goOn(call, await this.#move(order, 'cancel'))
    if (latinDigits(form.get('code')?.trim() ?? '') === testCode)
      return goOn(call, await this.#move(order, 'pay'))
    const tries = await this.#options.access.run((queries) => countTry(queries, order.id))
    return tries < maxTries
      ? goOn(call, order, true)
      : goOn(call, await this.#move(order, 'decline'))
  }

  #fail(error: Error, call: Context): Response {
    if (error instanceof PageError)
      return page(call, plainPage(speechOf(call), 'unknownTitle', 'unknownText'), error.status)
    const isDown = error instanceof DatabaseError
    if (!isDown) this.#options.metrics.defects.add()
    return page(call, plainPage(speechOf(call), 'busyTitle', 'busyText'), isDown ? 503 : 500)
  }

  async #orderOf(call: Context): Promise<Order> {
    const { access, now } = this.#options
    const id = call.req.param('id') ?? ''
    const found = /^[\w-]{43}$/.test(id)
      ? await access.run((queries) => findOrder(queries, id))
      : undefined
    if (!found) throw new PageError(404)
    const isOver =
      (found.state === 'open' || found.state === 'challenge') && found.expiresAt <= now()
    return isOver ? this.#move(found, 'expire') : found
  }

  async #move(order: Order, event: PaymentEvent, settleAt: number | null = null): Promise<Order> {
    const { access, now, onChange } = this.#options
    const moved = await access.run((queries) => payOrder(queries, order.id, event, now(), settleAt))
    onChange()
    return moved ?? order
  }
}

/** Reads a form. Refuses a form that comes from a page of another origin. @throws PageError */
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
