/** Options without rate limits, because all load comes from one address. */
export const unlimited = {
  rateLimit: false,
  limits: { connections: false, requests: false, answerBytes: false, loopDelay: false },
} as const
