import type { Task } from '../useTask.ts'

/** Why something did not work. */
export function Problem({ task }: { task: Task }) {
  return task.status === 'failed' ? (
    <p className="problem" role="alert">
      {task.problem}
    </p>
  ) : null
}
