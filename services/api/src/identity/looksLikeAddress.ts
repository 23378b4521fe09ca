/**
 * Whether a part of a name looks like the beginning of an address. Such a name could deceive a
 * sender.
 */
export const looksLikeAddress = (name: string) =>
  name.split('.').some((label) => /^0x[0-9a-f]{16,}$/i.test(label))
