import apple from 'simple-icons/icons/apple.svg?raw'
import discord from 'simple-icons/icons/discord.svg?raw'
import facebook from 'simple-icons/icons/facebook.svg?raw'
import farcaster from 'simple-icons/icons/farcaster.svg?raw'
import github from 'simple-icons/icons/github.svg?raw'
import google from 'simple-icons/icons/google.svg?raw'
import x from 'simple-icons/icons/x.svg?raw'
import type { Social } from '../../core/contracts/socials.ts'

/**
 * A company's name, and its logo as an SVG file of one path. `color`: the logo's own colour, if it
 * has one.
 */
type Company = { name: string; svg: string; color?: string }

/**
 * The companies of the social logins. The colours have a contrast of at least 3:1 to the kit's
 * surfaces in light and dark mode, also on hover.
 */
export const companies: Record<Social, Company> = {
  google: { name: 'Google', svg: google, color: '#4285f4' },
  x: { name: 'X', svg: x },
  discord: { name: 'Discord', svg: discord, color: '#5865f2' },
  farcaster: { name: 'Farcaster', svg: farcaster, color: '#8a63d2' },
  github: { name: 'GitHub', svg: github },
  apple: { name: 'Apple', svg: apple },
  facebook: { name: 'Facebook', svg: facebook, color: '#1877f2' },
}
