// Runs in the page: scrolls the list of wallets and takes the time of every frame. Times are in milliseconds.
{
  const inModal = (selector) => [...document.querySelectorAll('[data-latchkey]')].flatMap((host) => [...(host.shadowRoot?.querySelectorAll(selector) ?? [])])
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

  /** Between two frames while the list scrolls by `step` pixels a frame until it is at its end; waiting for a page to come does not count. */
  const scroll = async (step) => {
    const [list] = inModal('.virtual-grid')
    const taken = []
    let rest = 0
    for (let last = await frame(), waited = 0; rest < 30; ) {
      const before = list.scrollTop
      list.scrollTop += step
      const now = await frame()
      const isMoving = list.scrollTop !== before
      if (isMoving) taken.push(now - last)
      waited = isMoving ? 0 : waited + 1
      // the end is where nothing is on its way
      rest = isMoving || inModal('.wallet-tile[data-skeleton]').length > 0 ? 0 : rest + 1
      if (waited > 1_800) throw new Error('No page came for 30 s.')
      last = now
    }
    return { taken, height: list.scrollHeight }
  }

  /** From the key until a frame had been painted whose first tile has this name. */
  const answered = (name) =>
    new Promise((resolve) => {
      let pressed = 0
      addEventListener('keydown', (event) => (pressed = event.timeStamp), { capture: true, once: true })
      const look = () => {
        if (inModal('.wallet-tile-name')[0]?.textContent !== name) return requestAnimationFrame(look)
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve(performance.now() - pressed), { once: true })
        port1.start()
        port2.postMessage(undefined)
      }
      requestAnimationFrame(look)
    })

  globalThis.wallets = { scroll, answered }
}
