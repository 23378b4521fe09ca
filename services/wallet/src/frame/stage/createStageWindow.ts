import { windowPath } from '@latchkey/protocol/frame/wire'

/** Pixels of the window; narrower screens open it as a tab. */
const size = { width: 400, height: 720 }
/** Milliseconds between two looks at whether it has loaded, or was closed. */
const pause = 100
/** Milliseconds for it to load. */
const limit = 15_000

/**
 * A window of the wallet's own, in which the stage is drawn instead of the site's page: nothing of the site can lie over it. It is the way out for browsers that can't tell
 * whether something covers the frame (frame 9.5). It is of the frame's own origin and holds no code: the frame draws into it.
 */
export type StageWindow = {
  /** Where to draw; undefined while there is no window. */
  root: () => HTMLElement | undefined
  subscribe: (listener: () => void) => () => void
  /** Opens it, in a press of the visitor. @returns false where the browser blocks it */
  open: () => boolean
  focus: () => void
  close: () => void
}

/** Makes the place for a window. @param own the frame's document, whose looks it takes over */
export function createStageWindow(own: Document): StageWindow {
  let opened: Window | undefined
  let root: HTMLElement | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let unfollow = () => {}
  const listeners = new Set<() => void>()

  function write(next: HTMLElement | undefined) {
    if (next === root) return
    root = next
    for (const listener of listeners) listener()
  }

  function end() {
    clearInterval(timer)
    unfollow()
    opened = undefined
    write(undefined)
  }

  /** Draws once it has loaded, and no longer once it was closed. */
  function look(one: Window, since: number) {
    if (one.closed || (!root && Date.now() - since > limit)) return end()
    const place = rootOf(one)
    if (!place || place === root) return
    unfollow()
    unfollow = followLooks(own, one.document)
    write(place)
  }

  return {
    root: () => root,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open() {
      if (opened && !opened.closed) return opened.focus(), true
      const one = window.open(windowPath, '_blank', `popup,width=${size.width},height=${size.height}`)
      if (!one) return false
      opened = one
      const since = Date.now()
      timer = setInterval(() => look(one, since), pause)
      return true
    },
    focus: () => opened?.focus(),
    close() {
      opened?.close()
      end()
    },
  }
}

/** The window's place for the stage, once its page is there. */
function rootOf(one: Window): HTMLElement | undefined {
  try {
    return one.location.pathname === windowPath ? (one.document.querySelector<HTMLElement>('#root') ?? undefined) : undefined
  } catch {
    return undefined // it has gone to another site
  }
}

/** Keeps the styles and the colours of another document like those of the frame's. @returns a function that ends it */
function followLooks(own: Document, other: Document): () => void {
  const copy = () => {
    const { documentElement: from } = own
    const { documentElement: to } = other
    to.lang = from.lang
    to.dir = from.dir
    to.dataset['mode'] = from.dataset['mode'] ?? 'dark'
    for (const name of from.style) to.style.setProperty(name, from.style.getPropertyValue(name))
    const known = new Set(Array.from(other.querySelectorAll('link'), ({ href }) => href))
    for (const { href } of own.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
      if (known.has(href)) continue
      const link = other.createElement('link')
      link.rel = 'stylesheet'
      link.href = href
      other.head.append(link)
    }
  }
  copy()
  const changes = new MutationObserver(copy)
  changes.observe(own.head, { childList: true })
  changes.observe(own.documentElement, { attributes: true, attributeFilter: ['style', 'data-mode', 'lang', 'dir'] })
  return () => changes.disconnect()
}
