import type { Kit } from '../kit/kit.ts'
import type { Login } from '../contracts/login.ts'
import { contextOf } from '../kit/context.ts'

/**
 * Opens the window that a login needs. Call it in the handler of the visitor's press: browsers
 * refuse to open windows later. `kit.connect` opens the window by itself, unless it is open
 * already. Never fails.
 */
export function openWindow(kit: Kit, login: Login): void {
  for (const source of contextOf(kit).sources.all()) source.openWindow?.(login)
}
