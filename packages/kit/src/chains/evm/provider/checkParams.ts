import { kitError } from '../../../core/errors.ts'

/** Refuses parameters that no request has: they are a list or an object, or left out, whatever the method. JSON-RPC 2.0, 4.2 @throws KitError invalidParams */
export function checkParams(params: unknown): void {
  if (params !== undefined && (typeof params !== 'object' || params === null)) throw kitError('invalidParams')
}
