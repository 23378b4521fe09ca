/**
 * The messages between the wallet's frame and its window. Both are of the wallet's origin, which
 * the browser guarantees. The site that opened the window does not see these messages.
 *
 *     window (top level)                              frame (in the site's page)
 *      │ ── hello {id} ───────────────────────────────▶ │  1
 *      │ ◀────────── welcome {id, site, entries} + port │  2
 *      │ ◀═══════════ port: @w3m-app/NAME {id, payload} │  3
 *      │ ══ port: left ═══════════════════════════════▶ │  4
 *      │ ══ port: changed {entries}, then the answer ═▶ │  5
 *
 * 1. to each frame of the opener's page that has the window's origin
 * 2. from the frame with this id
 * 3. a request of the site, which is answered in the window
 * 4. if the visitor has signed out on the site: the window will end the login
 * 5. the entries that the window has stored, and the answer of the request
 */
import * as v from 'valibot'

const id = v.pipe(v.string(), v.uuid())
const entries = v.array(v.tuple([v.string(), v.unknown()]))

/** The first message of the window. */
export const windowHello = v.object({ type: v.literal('@latchkey/window-hello'), id, page: id })

/**
 * The frame's answer: the site, its language and theme, and the frame's login. `hasLeft`: the
 * visitor has signed out in the frame, and the window has to end the login.
 */
export const windowWelcome = v.object({
  type: v.literal('@latchkey/window-welcome'),
  id,
  site: v.object({ origin: v.string(), name: v.optional(v.string()) }),
  tags: v.array(v.string()),
  theme: v.record(v.string(), v.unknown()),
  entries,
  hasLeft: v.optional(v.boolean()),
})
export type WindowWelcome = v.InferOutput<typeof windowWelcome>

/**
 * The message that the window will end the login, because the visitor has signed out on the site.
 */
export const windowLeft = v.object({ type: v.literal('@latchkey/window-left') })
export type WindowLeft = v.InferOutput<typeof windowLeft>

/** The entries that the window has stored, sent before the answer that depends on them. */
export const windowChanged = v.object({ type: v.literal('@latchkey/window-changed'), entries })
export type WindowChanged = v.InferOutput<typeof windowChanged>
