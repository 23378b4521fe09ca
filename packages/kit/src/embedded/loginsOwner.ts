import type { Kit } from '../core/kit.ts'

/** The answer of another service, or for another project of the same site, is not this one's. */
export const loginsOwner = ({ context: { options } }: Kit) =>
  `${options.services?.wallet} ${options.projectId ?? ''}`
