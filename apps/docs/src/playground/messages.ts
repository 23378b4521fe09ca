/**
 * From the page to the frame: the state to show, as a URL fragment; or a request to open the modal.
 */
export type ToFrame = { type: 'show'; hash: string } | { type: 'open' }

/**
 * From the frame to the page. `ready`: the frame listens; `hasServices`: services run on this
 * machine. `refused`: the kit refused its options.
 */
export type ToPage = { type: 'ready'; hasServices: boolean } | { type: 'refused'; text: string }

/** Max characters of a text in a message. */
const maxLength = 8_000

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= maxLength

/** Reads a message from the page to the frame. Undefined for any other value. */
export function readToFrame(value: unknown): ToFrame | undefined {
  if (!isObject(value)) return undefined
  if (value['type'] === 'open') return { type: 'open' }
  return value['type'] === 'show' && isText(value['hash'])
    ? { type: 'show', hash: value['hash'] }
    : undefined
}

/** Reads a message from the frame to the page. Undefined for any other value. */
export function readToPage(value: unknown): ToPage | undefined {
  if (!isObject(value)) return undefined
  const { type, hasServices, text } = value
  if (type === 'ready' && typeof hasServices === 'boolean') return { type, hasServices }
  return type === 'refused' && isText(text) ? { type, text } : undefined
}

/**
 * Calls back with the messages of one window of this origin.
 * @returns a function that stops this
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
