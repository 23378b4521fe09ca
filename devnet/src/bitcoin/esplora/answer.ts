/** The answer to a request. A text or a number is sent as it is, anything else as JSON. */
export type Answer = { status: number; body: unknown }

/** A good answer. */
export const ok = (body: unknown): Answer => ({ status: 200, body })

/** An answer that refuses a request, with a text as Esplora words it. */
export const refused = (status: number, body: string): Answer => ({ status, body })

/** A good answer, or 404 with this text if there is nothing to show. */
export const okOr = (body: unknown, missing: string): Answer =>
  body === undefined ? refused(404, missing) : ok(body)
