import * as v from 'valibot'

/**
 * Ends the handling of a request with an error for the wallet. Codes: WalletConnect v2 error codes.
 */
export function refuse(code: number, message: string): never {
  throw Object.assign(new Error(message), { code })
}

/** The message by which a schema reports invalid chains, or chains of another namespace. */
export const chainsUnsupported = 'Unsupported chains'

/**
 * Checks data from the other side by the protocol's schema.
 * @throws an error with a code for the other side: 1003, or 5100 if only the chains are wrong
 */
export function check<schema extends v.GenericSchema>(
  schema: schema,
  value: unknown,
): v.InferOutput<schema> {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  return parsed.issues.every(({ message }) => message === chainsUnsupported)
    ? refuse(5100, chainsUnsupported)
    : refuse(1003, 'Malformed parameters')
}
