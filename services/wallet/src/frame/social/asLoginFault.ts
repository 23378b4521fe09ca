import { fault, isFault } from '../bridge/Fault.ts'

/**
 * Renames the server's refusal of a login for the site: the server's `methodNotOffered` also
 * means methods of recovery.
 */
export function asLoginFault<answer>(request: Promise<answer>): Promise<answer> {
  return request.catch((error: unknown) => {
    throw isFault(error, 'methodNotOffered') ? fault('loginNotOffered', { cause: error }) : error
  })
}
