import { useCallback, useEffect, useRef, useState } from 'react'

/** One action of the visitor. `note` describes the current step. */
export type Task<value> =
  | { status: 'idle' }
  | { status: 'waiting'; note: string }
  | { status: 'failed'; error: unknown }
  | { status: 'done'; value: value }

/** The tools of a running task. */
export type TaskControls = { signal: AbortSignal; note: (text: string) => void }

/** Runs one task at a time and reports its status; `stop` gives up waiting. */
export function useTask<value, input = void>(
  run: (controls: TaskControls, input: input) => Promise<value>,
  firstNote: string,
) {
  const [task, setTask] = useState<Task<value>>({ status: 'idle' })
  const running = useRef<AbortController>(undefined)

  const stop = useCallback(() => {
    running.current?.abort()
    setTask({ status: 'idle' })
  }, [])
  useEffect(() => () => running.current?.abort(), [])

  const start = async (input: input) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const update = (next: Task<value>) => signal.aborted || setTask(next)
    setTask({ status: 'waiting', note: firstNote })
    await run({ signal, note: (note) => update({ status: 'waiting', note }) }, input).then(
      (value) => update({ status: 'done', value }),
      (error: unknown) => update({ status: 'failed', error }),
    )
  }

  return { task, start, stop }
}
