import { painted } from '../../../core/page/painted.ts'

/** In milliseconds. The change of the card's height takes the same time. */
const duration = 150

/**
 * Lets a screen that the visitor leaves fade out over the next screen, wherever `card` shows a
 * screen. The old screen stays in the document until it has faded, although React removes it: if it
 * were put back, the browser would style it and lay it out again in the press. It is after the next
 * screen, so that the card's first child is the one that gives the card its height.
 * @returns the function that stops it
 */
export function fadeScreens(card: Element): () => void {
  let fading: HTMLElement | undefined
  const end = () => {
    const left = fading
    fading = undefined
    left?.remove()
  }

  function fade(left: HTMLElement, place: Element) {
    end()
    fading = left
    hide(left)
    // after the change of which this removal is a part
    queueMicrotask(() => {
      if (left !== fading) return
      if (![...place.childNodes].some(isScreen)) return end()
      const animation = left.animate({ opacity: [1, 0] }, { duration, easing: 'ease-out' })
      const drop = () => left === fading && end()
      animation.addEventListener('finish', drop)
      animation.addEventListener('cancel', drop)
    })
  }

  const places = [card, ...card.querySelectorAll('.pane')]
  // React calls these two methods to replace a screen by the next one
  for (const place of places)
    Object.assign(place, {
      removeChild(child: Node): Node {
        // no animations: show the next screen at once
        if (!isScreen(child) || !child.animate) return Node.prototype.removeChild.call(place, child)
        fade(child, place)
        return child
      },
      appendChild: (child: Node): Node =>
        place.insertBefore(child, fading?.parentNode === place ? fading : null),
    })
  return () => {
    for (const place of places)
      for (const method of ['removeChild', 'appendChild']) Reflect.deleteProperty(place, method)
    end()
  }
}

/** Whether a node is a screen, except one that fades: its removal is no navigation. */
const isScreen = (node: unknown): node is HTMLElement =>
  node instanceof HTMLElement && node.matches('.screen:not([data-left])')

/**
 * Turns a screen into a still picture, hidden from screen readers: its elements lose their ids and
 * get no focus, and its iframes are not loaded again.
 */
function hide(screen: HTMLElement): void {
  screen.setAttribute('aria-hidden', 'true')
  screen.dataset.left = ''
  delete screen.dataset.direction
  for (const frame of screen.querySelectorAll('iframe, video, audio')) frame.remove()
  for (const element of screen.querySelectorAll(
    '[id], [role="alert"], [role="status"], [aria-live]',
  ))
    for (const name of ['id', 'role', 'aria-live']) element.removeAttribute(name)
  // after the frame of the press, because it changes the style of each element. Until then a press
  // does nothing in it either: React has removed the handlers.
  void painted().then(() => (screen.inert = true))
}
