/**
 * Options of an API in a test. Without them, it would refuse requests as overloaded on a busy
 * machine.
 */
export const neverOverloaded = { limits: { loopDelay: false } } as const
