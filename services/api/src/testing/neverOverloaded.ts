/**
 * Options of an API that a test starts: on a machine that has other work it would refuse as
 * overloaded.
 */
export const neverOverloaded = { limits: { loopDelay: false } } as const
