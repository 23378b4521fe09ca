import { kitError } from '../../../core/errors/errors.ts'

/** A request as libraries make it. EIP-1193 */
export type ProviderRequest = { method: string; params?: unknown }

/**
 * Checks a library's request. It must be an object with a method. Its parameters must be a list, an
 * object or absent. EIP-1193; JSON-RPC 2.0, 4.2
 * @throws KitError invalidRequest, invalidParams
 */
export function checkRequest(args: unknown): ProviderRequest {
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    throw kitError('invalidRequest')
  // it is an object, so a missing part is undefined
  const { method, params } = args as Partial<Record<'method' | 'params', unknown>>
  if (typeof method !== 'string' || method === '') throw kitError('invalidRequest')
  if (params !== undefined && (typeof params !== 'object' || params === null))
    throw kitError('invalidParams')
  return { method, params }
}
