import { BorderError, readShape } from '@latchkey/protocol/border'
import { operationErrors } from '@latchkey/protocol/smartAccounts/bundler'
import * as v from 'valibot'
import { RpcRefusal } from './rpcRefusal.ts'

/**
 * Reads the parameters of a method.
 * @throws RpcRefusal that names the first wrong one
 */
export function readParams<const schema extends v.GenericSchema>(
  schema: schema,
  params: readonly unknown[],
): v.InferOutput<schema> {
  try {
    return readShape(schema, params)
  } catch (error) {
    if (!(error instanceof BorderError)) throw error
    const path = error.issue && v.getDotPath(error.issue)
    const message = error.issue?.message ?? error.message
    throw new RpcRefusal(
      operationErrors.invalidParams,
      `${path ? `${path.slice(0, 100)}: ` : ''}${message}`.slice(0, 300),
    )
  }
}
