import { labelHyphens } from '@latchkey/protocol/profile'
import { ApiError } from '../apiError.ts'

/**
 * Checks the first part of a new name. Names that are already registered stay valid. Source: RFC
 * 5891, 4.2.3.1
 * @throws ApiError 400 `name`
 */
export function checkLabel(name: string): void {
  const [label = ''] = name.split('.')
  if (!labelHyphens.test(label))
    throw new ApiError(
      400,
      'name',
      'A name may not begin or end with a hyphen, nor have two as its third and fourth character',
    )
}
