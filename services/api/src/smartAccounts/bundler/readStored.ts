import { readShape } from '@latchkey/protocol/border'
import { fieldsOf, paymasterOf, userOperationShape } from '@latchkey/protocol/smartAccounts/bundler'
import {
  packUserOperation,
  type UserOperationFields,
} from '@latchkey/protocol/smartAccounts/userOperation'
import type { GasLimits } from '../operationGas.ts'
import type { StoredOperation } from './operationStore.ts'

/** The limits of gas of an operation. */
export const limitsOf = (fields: UserOperationFields): GasLimits => ({
  callGasLimit: fields.callGasLimit,
  verificationGasLimit: fields.verificationGasLimit,
  preVerificationGas: fields.preVerificationGas,
  paymasterVerificationGasLimit: fields.sponsor?.paymasterVerificationGasLimit ?? 0n,
  paymasterPostOpGasLimit: fields.sponsor?.paymasterPostOpGasLimit ?? 0n,
})

/** Reads a stored operation. */
export function readStored({
  fields: texts,
  authorization,
}: Pick<StoredOperation, 'fields' | 'authorization'>) {
  const operation = readShape(userOperationShape, texts)
  const fields = fieldsOf(operation)
  return {
    fields,
    sponsor: paymasterOf(operation),
    limits: limitsOf(fields),
    packed: packUserOperation(fields),
    authorization: authorization ?? undefined,
  }
}
