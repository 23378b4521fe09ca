import * as v from 'valibot'
import { OptionError } from './optionError.ts'

/**
 * Checks the options of a service with a schema. @throws OptionError which names the first invalid
 * option by its path
 */
export function parseOptions<checked>(
  schema: v.GenericSchema<unknown, checked>,
  input: unknown,
): checked {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new OptionError(`${v.getDotPath(issue) ?? 'options'}: ${issue.message}`)
}

/** Reads the value of the variable `PORT`. @throws OptionError */
export function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new OptionError('PORT: expected a number up to 65535')
  return port
}
