// Runs in the page: scrolls a list in the modal and measures every frame. Times are in
// milliseconds.
{
  const inModal = (selector) =>
    [...document.querySelectorAll('[data-latchkey]')].flatMap((host) => [
      ...(host.shadowRoot?.querySelectorAll(selector) ?? []),
    ])
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

  /**
   * Scrolls `list` by `step` pixels a frame, until its end or until the position `until`. `taken`:
   * times between frames while the list moves. `all`: these, and the times between frames in which
   * it waits for a page of results. `pending`: the selector of a placeholder that shows while it
   * waits.
   */
  const scroll = async ({ list: selector, pending, step, until = Infinity }) => {
    const [list] = inModal(selector)
    const [taken, all] = [[], []]
    let rest = 0
    for (let last = await frame(), waited = 0; rest < 30 && list.scrollTop < until; ) {
      const before = list.scrollTop
      list.scrollTop += step
      const now = await frame()
      const isMoving = list.scrollTop !== before
      all.push(now - last)
      if (isMoving) taken.push(now - last)
      waited = isMoving ? 0 : waited + 1
      // the list is at its end when no page is pending
      rest = isMoving || inModal(pending).length > 0 ? 0 : rest + 1
      if (waited > 1_800) throw new Error('No page came for 30 s.')
      last = now
    }
    return { taken, all: all.slice(0, all.length - rest), height: list.scrollHeight }
  }

  /**
   * Resolves to the time from the key press until a frame was painted whose first tile has this
   * name.
   */
  const answered = (name) =>
    new Promise((resolve) => {
      let pressed = 0
      addEventListener('keydown', (event) => (pressed = event.timeStamp), {
        capture: true,
        once: true,
      })
      const look = () => {
        if (inModal('.wallet-tile-name')[0]?.textContent !== name)
          return requestAnimationFrame(look)
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve(performance.now() - pressed), {
          once: true,
        })
        port1.start()
        port2.postMessage(undefined)
      }
      requestAnimationFrame(look)
    })

  globalThis.lists = { scroll, answered }
}
