import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import type { Task } from '../useTask.ts'

/** The reason why a task of the phone failed. */
export function Problem({ task }: { task: Task }) {
  return task.status === 'failed' ? <Alert level="danger" title={task.problem} /> : null
}
