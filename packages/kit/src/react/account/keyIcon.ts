/** The path of an icon of a key, 20 × 20. */
export const keyPath =
  'M7 9.5a3.75 3.75 0 1 0 0 0.01M9.75 7.25 16.5 14M13.5 11l-1.75 1.75M16 13.5l-1.75 1.75'
