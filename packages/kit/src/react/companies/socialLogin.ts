import { readDevice } from '../../core/device.ts'
import type { SocialLogin } from '../../core/login.ts'
import type { Social } from '../../core/socials.ts'

/** The parameters of a company's login in this browser: in-app browsers can't open windows. */
export const socialLogin = (social: Social): SocialLogin => ({
  social,
  mode: readDevice().isInApp ? 'redirect' : 'window',
})
