import type { ComponentType } from 'react'
import type { View } from '../modal/feature.ts'
import { account } from './account/index.ts'
import type { AccountViews } from './account/index.ts'

/** The screens of who is connected their table comes with the code of the account, not with the modal. */
export type ConnectedViews = AccountViews

const views: { [name in keyof ConnectedViews]: View<ConnectedViews[name]> } = { ...account.views }

/** The code of a screen of this table. @throws Error when there is none of that name */
export async function loadView(name: string): Promise<{ default: ComponentType<{ params: unknown }> }> {
  const view = (views as { [name: string]: View<unknown> | undefined })[name] // what a screen takes is tied to its name where it is pushed
  if (!view || !('load' in view)) throw new Error('Latchkey: no such screen')
  return view.load()
}
