/** In milliseconds. The change of the card's height takes the same time. */
const duration = 150

/**
 * Lets a screen that the visitor leaves fade out over the next screen, wherever `card` shows a
 * screen. React has already removed the old screen, so its element is put back until it has faded.
 * It is inert, and hidden from screen readers.
 * @returns the function that stops it
 */
export function fadeScreens(card: Element): () => void {
  /**
   * The scroll position of each element. An element loses it when it is removed from the document.
   */
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
    if (!last || !left?.animate) return // no animations: show the next screen at once
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

/** Whether a node is a screen, except one that fades or has faded: its removal is no navigation. */
const isScreen = (node: unknown): node is HTMLElement =>
  node instanceof HTMLElement && node.matches('.screen:not([data-left])')

/**
 * Turns a screen into a still picture: its elements lose their ids and get no focus, and its
 * iframes are not loaded again.
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
