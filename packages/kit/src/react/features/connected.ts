import type { ComponentType } from 'react'
import type { View } from '../modal/feature.ts'
import { account } from './account/index.ts'
import type { AccountViews } from './account/index.ts'
import { contacts } from './contacts/index.ts'
import type { ContactViews } from './contacts/index.ts'
import { receive } from './receive/index.ts'
import type { ReceiveViews } from './receive/index.ts'
import { send } from './send/index.ts'
import type { SendViews } from './send/index.ts'

/** The screens of who is connected: their table comes with the code of the account, not with the modal. */
export type ConnectedViews = AccountViews & SendViews & ReceiveViews & ContactViews

const views: { [name in keyof ConnectedViews]: View<ConnectedViews[name]> } = { ...account.views, ...send.views, ...receive.views, ...contacts.views }

/** The code of a screen of this table. @throws Error when there is none of that name */
export async function loadView(name: string): Promise<{ default: ComponentType<{ params: unknown }> }> {
  const view = (views as { [name: string]: View<unknown> | undefined })[name] // what a screen takes is tied to its name where it is pushed
  if (!view || !('load' in view)) throw new Error('Latchkey: no such screen')
  return view.load()
}
