// @vitest-environment jsdom
import { act, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { useWatch } from './useWatch.ts'

/** Creates a subject whose watches report what the test sends, and counts its running watches. */
function createSubject(first: string) {
  const listeners = new Set<(value: string) => void>()
  const refetched: string[] = []
  return {
    refetched,
    running: () => listeners.size,
    report: (value: string) => act(async () => listeners.forEach((notify) => notify(value))),
    start(notify: (value: string) => void) {
      listeners.add(notify)
      notify(first)
      return {
        refetch: () => refetched.push(first),
        stop: () => void listeners.delete(notify),
      }
    },
  }
}

async function show() {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const drawn: string[] = []
  let held: (() => void) | undefined
  function Shown({ subject }: { subject?: ReturnType<typeof createSubject> }) {
    const { value, running } = useWatch(subject?.start, 'nothing')
    held ??= () => running()?.refetch()
    drawn.push(value)
    return <p>{value}</p>
  }
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const leave = () => act(async () => root.unmount())
  onTestFinished(async () => {
    await leave()
    place.remove()
  })
  return {
    drawn,
    leave,
    text: () => place.textContent,
    refetch: () => held?.(),
    draw: (subject?: ReturnType<typeof createSubject>) =>
      act(async () =>
        root.render(
          <StrictMode>
            <Shown {...(subject && { subject })} />
          </StrictMode>,
        ),
      ),
  }
}

test('useWatch runs one watch while it is mounted, also in strict mode', async () => {
  const { draw, text, leave } = await show()
  const subject = createSubject('1')
  await draw(subject)
  expect(text()).toBe('1')
  expect(subject.running()).toBe(1)
  await subject.report('2')
  expect(text()).toBe('2')
  await leave()
  expect(subject.running()).toBe(0)
})

test('a new subject starts with the initial value, not with a value of the previous one', async () => {
  const { draw, drawn, text } = await show()
  const [one, other] = [createSubject('1'), createSubject('2')]
  await draw(one)
  drawn.length = 0
  await draw(other)
  expect(drawn[0]).toBe('nothing')
  expect(drawn).not.toContain('1')
  expect(text()).toBe('2')
  expect([one.running(), other.running()]).toEqual([0, 1])
})

test('`running` of the first render returns the current watch', async () => {
  const { draw, refetch } = await show()
  await draw()
  refetch() // no watch runs yet
  const [one, other] = [createSubject('1'), createSubject('2')]
  await draw(one)
  refetch()
  await draw(other)
  refetch()
  expect([one.refetched, other.refetched]).toEqual([['1'], ['2']])
})

test('with `peek`, a cached value is in the first render, and is not rendered a second time', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const drawn: string[] = []
  const listeners = new Set<(value: { text: string }) => void>()
  const start = (notify: (value: { text: string }) => void) => {
    listeners.add(notify)
    notify({ text: 'cached' })
    return { stop: () => void listeners.delete(notify) }
  }
  function Shown() {
    const { value } = useWatch(start, { text: 'nothing' }, () => ({ text: 'cached' }))
    drawn.push(value.text)
    return null
  }
  const root = createRoot(document.createElement('div'))
  onTestFinished(() => act(async () => root.unmount()))
  await act(async () => root.render(<Shown />))
  expect(drawn).toEqual(['cached'])
  await act(async () => listeners.forEach((notify) => notify({ text: 'new' })))
  expect(drawn).toEqual(['cached', 'new'])
})
