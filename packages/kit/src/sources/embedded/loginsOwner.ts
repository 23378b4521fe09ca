import type { Kit } from '../../core/kit/kit.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Names the service and the project to which a stored answer belongs. Answers that belong to
 * another service or project are ignored.
 */
export const loginsOwner = (kit: Kit) => {
  const { options } = contextOf(kit)
  return `${options.services?.wallet} ${options.projectId ?? ''}`
}
