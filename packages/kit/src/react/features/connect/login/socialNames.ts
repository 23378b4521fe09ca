import type { Social } from '../../../../core/socials.ts'

/** What the companies call themselves. */
export const socialNames: Record<Social, string> = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
}
