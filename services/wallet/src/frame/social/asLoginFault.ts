import { fault, isFault } from '../bridge/Fault.ts'

/**
 * Gives the server's refusal of a login another code for the site, because the server's
 * `methodNotOffered` also stands for methods of recovery.
 */
export function asLoginFault<answer>(request: Promise<answer>): Promise<answer> {
  return request.catch((error: unknown) => {
    throw isFault(error, 'methodNotOffered') ? fault('loginNotOffered', { cause: error }) : error
  })
}
