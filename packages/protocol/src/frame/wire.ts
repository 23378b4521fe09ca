/**
 * The embedded wallet's frame: what both ends of its messages know. Each end checks what it reads,
 * by its own table: `frame.ts` the requests, `site.ts` the answers. Every entry there is a constant
 * of its own, so that a page loads only those it uses. Wire names are those of the frame contract,
 * section 3.
 *
 *     site                                                      frame (its own origin)
 *      │ ── window: hello {nonce} ─────────────────────────────▶ │ checks source and origin, pins both
 *      │ ◀───────────────────── window: READY {nonce} + port ─── │ to the exact origin of the hello
 *      │ ══ port: @w3m-app/NAME {id, payload} ═════════════════▶ │
 *      │ ◀════════ port: @w3m-frame/NAME_SUCCESS|_ERROR {id} ═══ │ every request gets one answer
 *      │ ◀════════ port: @w3m-frame/SHOW|HIDE|CHANGED|WINDOW ═══ │
 *
 * WINDOW asks the site to open `windowPath` with `?id=` of the event: a top-level window of the
 * wallet's own, in which it is approved what moves value or gives a right. Site and window exchange
 * nothing; the window finds the frame in `window.opener.frames`, and both speak past the site
 * (`services/wallet/src/frame/window`).
 *
 * Where a browser has no windows, the site's tab leaves for `windowPath` with the request in the
 * fragment, and comes back with the answer in its own (`frame.ts`, redirectRequest; `site.ts`,
 * isRedirectAnswer). No server gets a fragment. Which site asks is the browser's word alone: the
 * referrer.
 */

/** The version of this protocol; the frame's READY names it. spec 9 (frame sdk version) */
export { frameVersion } from '../counts.ts'

/** Characters of a message's id. */
export const idLength = 64
/** Characters of a message between site and frame, as JSON. */
export const frameMessageLength = 256 * 1024
/** Requests of one site that may be open at once. */
export const frameRequests = 100

/**
 * The path of the wallet's own window; `?projectId=` as of the frame, `id=` is that of the event
 * that asked for it.
 */
export const windowPath = '/window'
/**
 * The path of the frame's page at the wallet's URL; `?projectId=` names the project, whose sites
 * alone may hold it.
 */
export const framePath = '/frame'

/**
 * Before the request, escaped JSON, in the fragment of the address of the wallet's own page that a
 * tab leaves for.
 */
export const requestMark = '#request='
/**
 * Before the answer, escaped JSON, in the fragment of the site's address that the tab comes back
 * to.
 */
export const answerMark = '#latchkey-answer='
/** Characters of either, as JSON: in escaped form browsers still carry it. */
export const redirectLength = 64 * 1024
