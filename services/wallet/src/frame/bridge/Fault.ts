import { faults } from './faults.ts'
import type { FaultCode, FaultEntry } from './faults.ts'

/** Values of a sentence's placeholders. */
export type FaultValues = Record<string, string | number>

/**
 * An error that the site gets. Its code is from the frame's table or a number of EIP-1193; its
 * message is the sentence of the code.
 */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly code: string | number
  readonly values: FaultValues | undefined

  constructor(
    code: string | number,
    message: string,
    options: { values?: FaultValues; cause?: unknown } = {},
  ) {
    super(message, options)
    this.code = code
    this.values = options.values
  }
}

/** Creates the error of a code, with its sentence from the table. */
export function fault(
  code: FaultCode,
  options: { values?: FaultValues; cause?: unknown } = {},
): Fault {
  const { number, sentence }: FaultEntry = faults[code]
  const message = sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(options.values?.[name] ?? placeholder),
  )
  return new Fault(number ?? code, message, options)
}

/** Whether an error is the fault with this code. */
export function isFault(error: unknown, code: FaultCode): boolean {
  const { number }: FaultEntry = faults[code]
  return error instanceof Fault && error.code === (number ?? code)
}

/**
 * The description of an error for the site. An error without a code becomes `somethingWrong`,
 * because its own text may contain private data.
 */
export function describeFault(error: unknown): {
  message: string
  code: string | number
  values?: FaultValues
} {
  const known = error instanceof Fault ? error : fault('somethingWrong')
  return { message: known.message, code: known.code, ...(known.values && { values: known.values }) }
}
