// Runs in the page before its own scripts, and reports when elements were painted. Times are
// performance.now().
{
  /** The first match in the page or in a shadow root of the kit. */
  const find = (selector) => {
    const roots = [
      document,
      ...[...document.querySelectorAll('[data-latchkey]')].flatMap((host) => host.shadowRoot ?? []),
    ]
    for (const root of roots) {
      const found = root.querySelector(selector)
      if (found) return found
    }
  }

  const looks = {
    button: () => find('.page-button'),
    walletRow: () => find('dialog[open] button.row'),
    closeButton: () =>
      [...(find('dialog[open]')?.querySelectorAll('.screen-header button') ?? [])].at(-1),
    backButton: () => find('dialog[open] .screen-header button'),
    code: () => find('dialog[open] :not([hidden]) > .qr-code path'),
    closed: () => !find('dialog[open]'),
    emailField: () => find('dialog[open] input[type=email]'),
    codeField: () => find('dialog[open] input[autocomplete=one-time-code]'),
    account: () => /0x[0-9a-fA-F]{2}/.test(find('.page-button')?.textContent ?? ''),
  }

  /**
   * Resolves to the time at which a frame with the element was painted. Looks for the element
   * before every frame, and takes the time after that frame.
   */
  const painted = (name) =>
    new Promise((resolve) => {
      const look = () => {
        if (!looks[name]()) return requestAnimationFrame(look)
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve(performance.now()), { once: true })
        port1.start()
        port2.postMessage(undefined)
      }
      requestAnimationFrame(look)
    })

  const centre = (name) => {
    const { x, y, width, height } = looks[name]().getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  }

  /** Resolves when all animations of the modal have ended. */
  const settled = () =>
    Promise.allSettled(
      (find('dialog[open]')?.getAnimations({ subtree: true }) ?? []).map(
        ({ finished }) => finished,
      ),
    )

  const times = {}
  // `timeStamp` is the time at which the finger left the glass; the page gets the event later
  addEventListener('click', (event) => (times.click = event.timeStamp), true)
  addEventListener('touchstart', (event) => (times.touch = event.timeStamp), {
    capture: true,
    passive: true,
  })

  addEventListener('input', (event) => (times.input = event.timeStamp), true)

  /** Milliseconds of the longest interaction, from the input to the next frame (Event Timing). */
  let longest = 0
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) longest = Math.max(longest, duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })

  globalThis.bench = {
    painted,
    centre,
    settled,
    times,
    ready: painted('button'),
    longest: () => longest,
  }
}
