/**
 * The embedded wallet's frame: the constants that both ends of its messages share. Each end checks
 * the messages that it reads: `frame.ts` the requests, `site.ts` the answers. Each of their entries
 * is a separate constant, so that a page loads only the entries that it uses. Names on the wire:
 * docs/contracts/frame.md#requests
 *
 *     site                                                      frame (its own origin)
 *      │ ── window: hello {nonce} ─────────────────────────────▶ │ checks source and origin, pins both
 *      │ ◀───────────────────── window: READY {nonce} + port ─── │ to the exact origin of the hello
 *      │ ══ port: @w3m-app/NAME {id, payload} ═════════════════▶ │
 *      │ ◀════════ port: @w3m-frame/NAME_SUCCESS|_ERROR {id} ═══ │ every request gets one answer
 *      │ ◀════════ port: @w3m-frame/SHOW|HIDE|CHANGED|WINDOW ═══ │
 *
 * With WINDOW, the frame asks the site to open `windowPath` with `?id=` of the event: a top-level
 * window of the wallet's own, in which the visitor approves requests that move value or grant a
 * right. Site and window exchange nothing. The window finds the frame in `window.opener.frames`,
 * and these two talk directly (`services/wallet/src/frame/window`).
 *
 * In a browser without windows, the site's tab navigates to `windowPath` with the request in the
 * fragment, and returns with the answer in its own fragment (`frame.ts`, redirectRequest;
 * `site.ts`, isRedirectAnswer). Fragments reach no server. The wallet's page knows the requesting
 * site only by the browser's referrer.
 */

/** The version of this protocol. The frame reports it in READY. */
export { frameVersion } from '../counts.ts'

/** The namespaces of a wallet whose READY contains none: those of the first version. */
export const firstNamespaces: readonly string[] = ['eip155', 'solana']

/** Max characters of a message's id. */
export const idLength = 64
/** Max characters of a message between site and frame, as JSON. */
export const frameMessageLength = 256 * 1024
/**
 * Max bytes of a PSBT that fits into a message: in base64 it is a third longer, and the list of the
 * inputs to sign is beside it.
 */
export const framePsbtBytes = 180 * 1024
/** Max requests of one site that may be open at the same time. */
export const frameRequests = 100

/**
 * The path of the wallet's own window. `?projectId=` is the frame's, `id=` that of the WINDOW
 * event.
 */
export const windowPath = '/window'
/**
 * The path of the frame's page below the wallet's URL. `?projectId=` names the project; only the
 * project's sites may embed the page.
 */
export const framePath = '/frame'

/**
 * In the fragment of the wallet's own page, to which a tab navigates, the request follows this
 * prefix as escaped JSON.
 */
export const requestMark = '#request='
/** In the fragment of the site's URL after the return, the answer follows as escaped JSON. */
export const answerMark = '#latchkey-answer='
/**
 * Max characters of such a request or answer, as JSON. Browsers accept that length even escaped.
 */
export const redirectLength = 64 * 1024
