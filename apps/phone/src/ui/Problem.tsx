import type { Task } from '../useTask.ts'

/** Says why a task has failed. */
export function Problem({ task }: { task: Task }) {
  return task.status === 'failed' ? (
    <p className="problem" role="alert">
      {task.problem}
    </p>
  ) : null
}
