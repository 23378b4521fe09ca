/** Options of an API in a test. On a busy machine it would refuse requests as overloaded. */
export const neverOverloaded = { limits: { loopDelay: false } } as const
