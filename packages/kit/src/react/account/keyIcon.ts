/** The path of an icon of a key, 20 × 20. */
export const keyPath =
  'M10.5 7a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0zM9.5 9.5l7 7M13.5 13.5l2-2M16 16l1.5-1.5'
