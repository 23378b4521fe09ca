// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { useCountdown } from './useCountdown.ts'
import type { Clock } from './useCountdown.ts'

/** Creates a clock that moves only when the test moves it. */
function createClock() {
  let time = 1_000_000
  const timers = new Map<() => void, number>()
  const clock: Clock = {
    now: () => time,
    setTimeout(run, milliseconds) {
      timers.set(run, time + milliseconds)
      return () => timers.delete(run)
    },
  }
  const pass = (milliseconds: number) =>
    act(async () => {
      time += milliseconds
      for (const [run, at] of timers)
        if (at <= time) {
          timers.delete(run)
          run()
        }
    })
  return { clock, pass, timers }
}

async function count(clock: Clock) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  function Seconds({ until }: { until: number }) {
    const left = useCountdown(until, clock)
    return <p>{left}</p>
  }
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    place.remove()
  })
  return {
    text: () => place.textContent,
    draw: (until: number) => act(async () => root.render(<Seconds until={until} />)),
  }
}

test('the countdown shows whole seconds down to 0, and sets no timer at 0', async () => {
  const { clock, pass, timers } = createClock()
  const { text, draw } = await count(clock)
  await draw(clock.now() + 2_500)
  expect(text()).toBe('3')
  await pass(1_000)
  expect(text()).toBe('2')
  await pass(1_000)
  await pass(1_000)
  expect(text()).toBe('0')
  expect(timers.size).toBe(0)
})

test('a new end time that is set after the first countdown ended starts a new countdown', async () => {
  const { clock, pass } = createClock()
  const { text, draw } = await count(clock)
  await draw(clock.now() + 1_000)
  await pass(1_000)
  await pass(60_000)
  await draw(clock.now() + 30_000)
  expect(text()).toBe('30')
})

test('for the end time NaN the countdown sets no timer', async () => {
  const { clock, timers } = createClock()
  const { draw } = await count(clock)
  await draw(Number.NaN)
  expect(timers.size).toBe(0)
})
