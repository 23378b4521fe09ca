import { readDevice } from '../../core/device.ts'
import type { SocialLogin } from '../../core/login.ts'
import type { Social } from '../../core/socials.ts'

/**
 * A login by a company as this browser can show it: apps that show pages themselves open no
 * windows.
 */
export const socialLogin = (social: Social): SocialLogin => ({
  social,
  mode: readDevice().isInApp ? 'redirect' : 'window',
})
