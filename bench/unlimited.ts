/**
 * Options without limits, for an API whose load all comes from one address: the defaults for one
 * client are lower.
 */
export const unlimited = {
  rateLimit: false,
  limits: { connections: false, requests: false, answerBytes: false, loopDelay: false },
} as const
