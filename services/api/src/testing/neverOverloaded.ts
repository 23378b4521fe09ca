/** Options with which an API in a test does not refuse requests when the machine is busy. */
export const neverOverloaded = { limits: { loopDelay: false } } as const
