import type { Kit } from '../../core/kit/kit.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The service and the project that an answer belongs to. Answers of others are ignored. */
export const loginsOwner = (kit: Kit) => {
  const { options } = contextOf(kit)
  return `${options.services?.wallet} ${options.projectId ?? ''}`
}
