// Runs in the page: records in each frame the boxes of the modal's card, and of all elements that a
// visitor can press or read in it. Lengths are in CSS pixels.
{
  const cardOf = () =>
    [...document.querySelectorAll('[data-latchkey]')]
      .map((host) => host.shadowRoot?.querySelector('dialog[open] > .card'))
      .find(Boolean)
  /**
   * Elements that may not move while their screen is shown. A placeholder may give way to its
   * content.
   */
  const kinds =
    'button, input, select, a, h2, h3, p, dt, dd, label, summary, .total, .identity-address, .row, [role=tab], .amount-box, .screen-footer'
  /**
   * For so many milliseconds after an opening the pointer is still where it opened the modal. A
   * change of screen or height would move something under the pointer.
   */
  const justOpened = 300
  /** Min milliseconds between two frames in which an animation of the card may have been missed. */
  const missed = 100
  /** The visible distance from the card's top, scrolled or sticky, without the card's own scale. */
  const topIn = (element, card) => {
    const { top, height } = card.getBoundingClientRect()
    return ((element.getBoundingClientRect().top - top) * card.offsetHeight) / (height || 1)
  }
  /** CSS pixels that the card's scale and its animated height may add by rounding. */
  const tolerance = 2
  /** Whether an element is visible. Elements that are scrolled out of view are not checked. */
  const isInSight = (element) => {
    const body = element.closest('.screen-body')?.getBoundingClientRect()
    const { top, bottom } = element.getBoundingClientRect()
    return !body || (bottom > body.top && top < body.bottom)
  }
  const textOf = (element) => element.textContent ?? ''
  /**
   * Whether an element can be pressed. It may not move even when its text changes; a paragraph with
   * another text counts as another paragraph.
   */
  const isControl = (element) =>
    element.matches('button, input, select, a, label, summary, .row, .screen-footer')
  const titleOf = ({ screens }) => screens[0]?.screen.querySelector('h2')?.textContent
  const frames = []
  let isOn = false
  const look = () => {
    if (!isOn) return
    const card = cardOf()
    const screens = card
      ? [...card.querySelectorAll('.screen:not([data-left])')].filter(
          (screen) => screen.offsetHeight > 0,
        )
      : []
    frames.push(
      card && {
        at: performance.now(),
        // the height at which the card's animation ends
        height: card.firstElementChild?.offsetHeight ?? 0,
        cardHeight: card.offsetHeight,
        isBlank:
          screens.length > 0 &&
          !card.querySelector('.screen[data-left]') &&
          screens.every(
            (screen) =>
              Number(getComputedStyle(screen.querySelector('.screen-body')).opacity) < 0.5,
          ),
        screens: screens.map((screen) => ({
          screen,
          boxes: new Map(
            [...screen.querySelectorAll(kinds)]
              .filter(
                (one) => one.offsetHeight > 0 && !one.closest('[aria-busy=true]') && isInSight(one),
              )
              .map((one) => [one, { top: topIn(one, card), text: textOf(one) }]),
          ),
        })),
      },
    )
    requestAnimationFrame(look)
  }

  globalThis.boxes = {
    begin() {
      frames.length = 0
      isOn = true
      requestAnimationFrame(look)
    },
    /**
     * Ends the recording. @returns what moved between two frames of one screen, within its card or
     * with a card that changed its height, and the number of blank frames
     */
    end() {
      isOn = false
      const moved = []
      let blank = 0
      let before
      let opened
      for (const [index, now] of frames.entries()) {
        if (now?.isBlank) blank++
        if (now && !before) opened = index > 0 ? now.at : -Infinity
        const step = now && before ? now.height - before.height : 0
        const next = frames[index + 1]
        // no change of height is allowed while the pointer is still where it opened the modal
        if (step && now.at - opened < justOpened)
          moved.push({ title: titleOf(now), what: 'the card, just opened', by: step })
        // A change of height has to be animated. Here the next frame already has the final height.
        if (
          step &&
          next &&
          next.at - now.at < missed &&
          Math.abs(now.height - now.cardHeight) > 8 &&
          next.cardHeight === now.height
        )
          moved.push({ title: titleOf(now), what: 'the card, at once', by: step })
        // a centred card moves everything in it when its height changes
        if (
          step &&
          now.screens.every(({ screen }) => before.screens.some((one) => one.screen === screen))
        )
          moved.push({ title: titleOf(now), what: 'the card', by: step })
        for (const { screen, boxes } of now?.screens ?? []) {
          const last = before?.screens.find((one) => one.screen === screen)
          if (!last) continue
          const title = screen.querySelector('h2')?.textContent
          for (const [element, { top, text }] of boxes) {
            const was = last.boxes.get(element)
            if (
              was &&
              Math.abs(top - was.top) > tolerance &&
              (text === was.text || isControl(element))
            )
              moved.push({
                title,
                what:
                  (element.getAttribute('aria-label') ?? text).slice(0, 30) || element.className,
                by: top - was.top,
              })
          }
        }
        before = now
      }
      return { frames: frames.filter(Boolean).length, blank, moved }
    },
  }
}
