import type { Task } from '../useTask.ts'

/** The reason of a failure. */
export function Problem({ task }: { task: Task }) {
  return task.status === 'failed' ? (
    <p className="problem" role="alert">
      {task.problem}
    </p>
  ) : null
}
