/**
 * A message from the page to the frame: the state to show, as a URL fragment, or the request to
 * open the modal.
 */
export type ToFrame = { type: 'show'; hash: string } | { type: 'open' }

/**
 * A message from the frame to the page. `ready`: the frame is listening; `hasServices`: services
 * are running on this machine. `refused`: the kit has refused its options.
 */
export type ToPage = { type: 'ready'; hasServices: boolean } | { type: 'refused'; text: string }

/** The maximum length of a text in a message, in characters. */
const maxLength = 8_000

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= maxLength

/** Reads a message from the page to the frame; undefined for any other value. */
export function readToFrame(value: unknown): ToFrame | undefined {
  if (!isObject(value)) return undefined
  if (value['type'] === 'open') return { type: 'open' }
  return value['type'] === 'show' && isText(value['hash'])
    ? { type: 'show', hash: value['hash'] }
    : undefined
}

/** Reads a message from the frame to the page; undefined for any other value. */
export function readToPage(value: unknown): ToPage | undefined {
  if (!isObject(value)) return undefined
  const { type, hasServices, text } = value
  if (type === 'ready' && typeof hasServices === 'boolean') return { type, hasServices }
  return type === 'refused' && isText(text) ? { type, text } : undefined
}

/**
 * Passes the messages of one window to `handle`. Messages of other windows and origins are ignored.
 * @returns the function that stops listening
 */
export function listenTo<message>(
  source: () => Window | null | undefined,
  read: (value: unknown) => message | undefined,
  handle: (message: message) => void,
): () => void {
  const onMessage = (event: MessageEvent) => {
    const from = source()
    if (!from || event.source !== from || event.origin !== location.origin) return
    const message = read(event.data)
    if (message !== undefined) handle(message)
  }
  addEventListener('message', onMessage)
  return () => removeEventListener('message', onMessage)
}
