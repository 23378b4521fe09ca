import { fault, isFault } from '../bridge/Fault.ts'

/**
 * The same answer, with the name that a refused login has for the site: the server's
 * `methodNotOffered` also means ways of recovery.
 */
export function asLoginFault<answer>(request: Promise<answer>): Promise<answer> {
  return request.catch((error: unknown) => {
    throw isFault(error, 'methodNotOffered') ? fault('loginNotOffered', { cause: error }) : error
  })
}
