/** Milliseconds. The card changes its height in the same time. */
const duration = 150

/**
 * Lets a screen that is left fade out over the next one, in every place of `card` where a screen
 * stands: its own elements, which React has dropped, stay there until then. Nobody reaches them:
 * they are inert, and hidden from screen readers. Returns the function that stops it.
 */
export function fadeScreens(card: Element): () => void {
  /** The scrolled distance of each element, which it loses when it leaves the document. */
  const scrolled = new WeakMap<Element, number>()
  let fading: HTMLElement | undefined
  const onScroll = ({ target }: Event) =>
    void (target instanceof Element && scrolled.set(target, target.scrollTop))
  const end = () => {
    fading?.remove()
    fading = undefined
  }
  const changes = new MutationObserver((records) => {
    const isShown = (target: Node) => [...target.childNodes].some(isScreen)
    const removedScreenIn = ({ removedNodes }: MutationRecord) =>
      [...removedNodes].filter(isScreen).find((node) => !node.isConnected)
    const last = records.findLast(
      (record) => record.target.isConnected && isShown(record.target) && removedScreenIn(record),
    )
    const left = last && removedScreenIn(last)
    if (!last || !left?.animate) return // an old browser shows the next one at once
    end()
    fading = left
    hide(left)
    last.target.appendChild(left)
    for (const body of left.querySelectorAll('.screen-body'))
      body.scrollTop = scrolled.get(body) ?? 0
    const fade = left.animate({ opacity: [1, 0] }, { duration, easing: 'ease-out' })
    const drop = () => left === fading && end()
    fade.addEventListener('finish', drop)
    fade.addEventListener('cancel', drop)
  })
  changes.observe(card, { childList: true, subtree: true })
  card.addEventListener('scroll', onScroll, { capture: true, passive: true })
  return () => {
    changes.disconnect()
    card.removeEventListener('scroll', onScroll, { capture: true })
    end()
  }
}

/** Not one that fades, or has faded: its removal is no step. */
const isScreen = (node: unknown): node is HTMLElement =>
  node instanceof HTMLElement && node.matches('.screen:not([data-left])')

/**
 * Makes it a picture of the screen: nothing in it is found by its id or reached, and no frame in it
 * loads again.
 */
function hide(screen: HTMLElement): void {
  screen.inert = true
  screen.setAttribute('aria-hidden', 'true')
  screen.dataset.left = ''
  delete screen.dataset.direction
  for (const frame of screen.querySelectorAll('iframe, video, audio')) frame.remove()
  for (const element of screen.querySelectorAll(
    '[id], [role="alert"], [role="status"], [aria-live]',
  ))
    for (const name of ['id', 'role', 'aria-live']) element.removeAttribute(name)
}
