import { Fragment } from 'react'
import type { ComponentType } from 'react'
import { inOrder } from '../../../wallets/inOrder.ts'

type Props = {
  /** What each way to connect shows, by its name in `connectMethodsOrder`. */
  methods: { readonly [name: string]: ComponentType }
  /** @default as they stand in `methods` */
  order?: readonly string[]
  /** The word between two. */
  or: string
}

/** The ways to connect, one below the other, with a word between two that are there. */
export function Methods({ methods, order, or }: Props) {
  const names = inOrder(order, Object.keys(methods))
  const shown = names.flatMap((name) => {
    const Method = methods[name]
    return Method ? [{ name, Method }] : []
  })
  return shown.map(({ name, Method }, index) => (
    <Fragment key={name}>
      {index > 0 && <p className="connect-or">{or}</p>}
      <Method />
    </Fragment>
  ))
}
