import { useCallback, useEffect, useRef, useState } from 'react'

/** One thing that was asked for. `note` says what we wait for. */
export type Task<value> =
  | { status: 'idle' }
  | { status: 'waiting'; note: string }
  | { status: 'failed'; error: unknown }
  | { status: 'done'; value: value }

/** What a running task gets. */
export type TaskControls = { signal: AbortSignal; note: (text: string) => void }

/** Runs one task at a time and says how far it is; `stop` gives up waiting. */
export function useTask<value, input = void>(run: (controls: TaskControls, input: input) => Promise<value>, firstNote: string) {
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
    const tell = (next: Task<value>) => signal.aborted || setTask(next)
    setTask({ status: 'waiting', note: firstNote })
    await run({ signal, note: (note) => tell({ status: 'waiting', note }) }, input).then(
      (value) => tell({ status: 'done', value }),
      (error: unknown) => tell({ status: 'failed', error }),
    )
  }

  return { task, start, stop }
}
