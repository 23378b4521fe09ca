import { causesIn, codeOf } from '../causesOf.ts'
import { DatabaseError } from './database.ts'

/**
 * PostgreSQL's codes for errors that an operator can fix. Source: PostgreSQL, appendix A, error
 * codes.
 */
const conditions: Readonly<Record<string, string>> = {
  '28000': 'invalid_authorization_specification',
  '28P01': 'invalid_password',
  '3D000': 'invalid_catalog_name',
  '3F000': 'invalid_schema_name',
  '25006': 'read_only_sql_transaction',
  '42501': 'insufficient_privilege',
  '53100': 'disk_full',
  '53200': 'out_of_memory',
  '53300': 'too_many_connections',
  '55000': 'object_not_in_prerequisite_state',
  '57P03': 'cannot_connect_now',
}

/** The driver's message if the server does not support TLS. That error has no code. */
const noTls = 'The server does not support SSL connections'

/**
 * Returns the error for an operator about a database that cannot be used: the code of the system or
 * of PostgreSQL, and the code's name. The messages of the causes are left out, because they may
 * contain the address, a name or rows.
 */
export function databaseFailure(cause: unknown): DatabaseError {
  if (cause instanceof DatabaseError) return cause
  const causes = [...causesIn(cause)]
  if (causes.some(({ message }) => message === noTls))
    return new DatabaseError('The database does not speak TLS, which sslmode asks for', { cause })
  const code = causes.map(codeOf).find((one) => one !== undefined)
  if (code === undefined) return new DatabaseError('The database does not answer', { cause })
  const isSqlState = /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)
  return new DatabaseError(
    isSqlState
      ? `The database refuses: ${[code, conditions[code]].filter(Boolean).join(' ')}`
      : `The database does not answer: ${code}`,
    { cause },
  )
}
