/**
 * The embedded wallet's frame: the constants that both ends of its messages share. Each end checks
 * the messages it reads, by its own table: `frame.ts` the requests, `site.ts` the answers. Every
 * entry there is a constant of its own, so that a page loads only those it uses. Names on the wire:
 * docs/contracts/frame.md#requests
 *
 *     site                                                      frame (its own origin)
 *      │ ── window: hello {nonce} ─────────────────────────────▶ │ checks source and origin, pins both
 *      │ ◀───────────────────── window: READY {nonce} + port ─── │ to the exact origin of the hello
 *      │ ══ port: @w3m-app/NAME {id, payload} ═════════════════▶ │
 *      │ ◀════════ port: @w3m-frame/NAME_SUCCESS|_ERROR {id} ═══ │ every request gets one answer
 *      │ ◀════════ port: @w3m-frame/SHOW|HIDE|CHANGED|WINDOW ═══ │
 *
 * WINDOW requests that the site opens `windowPath` with `?id=` of the event: a top-level window of
 * the wallet's own, in which the visitor approves requests that move value or grant a right. Site
 * and window exchange nothing. The window finds the frame in `window.opener.frames`, and the two
 * talk directly (`services/wallet/src/frame/window`).
 *
 * Where a browser has no windows, the site's tab navigates to `windowPath` with the request in the
 * fragment, and returns with the answer in its own fragment (`frame.ts`, redirectRequest;
 * `site.ts`, isRedirectAnswer). Fragments reach no server. The wallet's page knows the requesting
 * site by the browser's referrer alone.
 */

/** The version of this protocol, as the frame's READY names it. */
export { frameVersion } from '../counts.ts'

/** The namespaces of a wallet whose READY names none: those of the first version. */
export const firstNamespaces: readonly string[] = ['eip155', 'solana']

/** Characters of a message's id. */
export const idLength = 64
/** Characters of a message between site and frame, as JSON. */
export const frameMessageLength = 256 * 1024
/** Requests of one site that may be open at once. */
export const frameRequests = 100

/**
 * The path of the wallet's own window. `?projectId=` is that of the frame, `id=` that of the WINDOW
 * event.
 */
export const windowPath = '/window'
/**
 * The path of the frame's page at the wallet's URL. `?projectId=` names the project; only its sites
 * may embed the page.
 */
export const framePath = '/frame'

/**
 * The prefix of a request, escaped JSON, in the fragment of the wallet's own page to which a tab
 * navigates.
 */
export const requestMark = '#request='
/** The prefix of an answer, escaped JSON, in the fragment of the site's URL after the return. */
export const answerMark = '#latchkey-answer='
/** Max characters of such a request or answer, as JSON. Browsers accept as many, even escaped. */
export const redirectLength = 64 * 1024
