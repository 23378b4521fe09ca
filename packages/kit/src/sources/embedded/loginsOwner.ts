import type { Kit } from '../../core/kit/kit.ts'

/** The service and the project that an answer belongs to. Answers of others are ignored. */
export const loginsOwner = ({ context: { options } }: Kit) =>
  `${options.services?.wallet} ${options.projectId ?? ''}`
