/** Addresses of the token programs. */
export const tokenPrograms = {
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
} as const

/** Whether a program is a token program. */
export const isTokenProgram = (program: string | undefined): boolean =>
  program === tokenPrograms.token || program === tokenPrograms.token2022
