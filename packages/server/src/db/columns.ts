import { customType } from 'drizzle-orm/pg-core'

/** Bytes, such as hashes and addresses, as lower-case hex. PostgreSQL `bytea`. */
export const hexBytes = customType<{ data: `0x${string}`; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (hex) => Buffer.from(hex.slice(2), 'hex'),
  fromDriver: (bytes) => `0x${Buffer.from(bytes).toString('hex')}`,
})

/**
 * A whole number of any size. PostgreSQL `numeric`, because an amount of tokens may exceed 64 bits.
 */
export const amount = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'numeric',
  toDriver: String,
  fromDriver: (text) => BigInt(text),
})

/** A count that a JavaScript number holds exactly: blocks, seconds, nonces. PostgreSQL `bigint`. */
export const count = customType<{ data: number; driverData: string | number }>({
  dataType: () => 'bigint',
  toDriver: (value) => value,
  fromDriver: Number,
})
