/**
 * What frame and window of the wallet say to each other, past the site. Both are of the wallet's
 * origin, which the browser vouches for; the site that opened the window takes no part.
 *
 *     window (top level)                                frame (in the site's page)
 *      │ ── hello {id} ─────────────────────────────────▶ │ to each frame of the page that opened it, of its own origin alone
 *      │ ◀────────── welcome {id, site, entries} + port ── │ where the id is the frame's
 *      │ ◀═══════════ port: @w3m-app/NAME {id, payload} ══ │ what the site asked, answered in the window
 *      │ ══════ port: left ═══════════════════════════════▶ │ where the visitor has signed out on the site: the window ends the login
 *      │ ══════ port: changed {entries}, then the answer ═▶ │
 */
import * as v from 'valibot'

const id = v.pipe(v.string(), v.uuid())
const entries = v.array(v.tuple([v.string(), v.unknown()]))

/** The window is there. */
export const windowHello = v.object({ type: v.literal('@latchkey/window-hello'), id, page: id })

/**
 * The frame's answer: the site that it pinned, its language and looks, and the login of the frame.
 * `hasLeft`: the visitor has signed out there, and the window is to end the login.
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

/** The window has taken over the end of the login. */
export const windowLeft = v.object({ type: v.literal('@latchkey/window-left') })
export type WindowLeft = v.InferOutput<typeof windowLeft>

/** What the window has stored, before the answer that it comes of. */
export const windowChanged = v.object({ type: v.literal('@latchkey/window-changed'), entries })
export type WindowChanged = v.InferOutput<typeof windowChanged>
