/** Options of an API under a load that all comes from one address: a stranger may take less of it. */
export const unlimited = { rateLimit: false, limits: { connections: false, requests: false, answerBytes: false, loopDelay: false } } as const
