/** Forms for namespaces that have none of their own here. */

/** Whether a value can be an address of any network. CAIP-10 */
export const isAnyAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^[-.%a-zA-Z0-9]{1,128}$/.test(value)

/** Whether a value can be the hash of a transaction of any network. */
export const isAnyTransactionHash = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9A-Za-z]{1,128}$/.test(value)

/** The reference of a network of any namespace. CAIP-2 */
export const anyReference = /^[-_a-zA-Z0-9]{1,32}$/

/** A text that has one spelling. */
export const unchanged = (text: string): string => text
