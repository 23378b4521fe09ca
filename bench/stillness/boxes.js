// Runs in the page: in each frame, the boxes of the modal's card and of all that a visitor can press or read in it. Lengths are in CSS pixels.
{
  const cardOf = () => [...document.querySelectorAll('[data-latchkey]')].map((host) => host.shadowRoot?.querySelector('dialog[open] > .card')).find(Boolean)
  /** What may not move while its screen is shown. A placeholder may give way to what it stands for. */
  const kinds = 'button, input, select, a, h2, h3, .total, .identity-address, .row, [role=tab], .screen-footer'
  /** The distance of a layout from the card's top, without the slide of an arriving screen and the card's own scale. */
  const topIn = (element, card) => {
    let top = 0
    for (let one = element; one instanceof HTMLElement && one !== card; one = one.offsetParent) top += one.offsetTop - (one === element ? 0 : one.scrollTop)
    return top
  }
  const frames = []
  let isOn = false
  const look = () => {
    if (!isOn) return
    const card = cardOf()
    const screens = card ? [...card.querySelectorAll('.screen:not([data-left])')].filter((screen) => screen.offsetHeight > 0) : []
    frames.push(
      card && {
        at: performance.now(),
        // the height that the card's own animation leads to
        height: card.firstElementChild?.offsetHeight ?? 0,
        isBlank: screens.length > 0 && !card.querySelector('.screen[data-left]') && screens.every((screen) => Number(getComputedStyle(screen.querySelector('.screen-body')).opacity) < 0.5),
        screens: screens.map((screen) => ({ screen, boxes: new Map([...screen.querySelectorAll(kinds)].filter((one) => one.offsetHeight > 0 && !one.closest('[aria-busy=true]')).map((one) => [one, topIn(one, card)])) })),
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
    /** What moved within its card, or with a card that changed its height, between two frames of one screen; the frames that were blank. */
    end() {
      isOn = false
      const moved = []
      let blank = 0
      let before
      for (const now of frames) {
        if (now?.isBlank) blank++
        for (const { screen, boxes } of now?.screens ?? []) {
          const last = before?.screens.find((one) => one.screen === screen)
          if (!last) continue
          const title = screen.querySelector('h2')?.textContent
          // a card in the middle moves all that is in it
          if (now.height !== before.height) moved.push({ title, what: 'the card', by: now.height - before.height })
          for (const [element, top] of boxes) {
            const was = last.boxes.get(element)
            if (was !== undefined && Math.abs(top - was) > 1) moved.push({ title, what: (element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 30) || element.className, by: top - was })
          }
        }
        before = now
      }
      return { frames: frames.filter(Boolean).length, blank, moved }
    },
  }
}
