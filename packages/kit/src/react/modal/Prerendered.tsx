import * as React from 'react'
import type { ActivityProps, ComponentType, ReactNode } from 'react'

/**
 * React's `Activity` renders children hidden and without their effects. It exists since React 19.2.
 * It is read at run time, because webpack refuses to build an import that an older React does not
 * export.
 */
const Activity: ComponentType<ActivityProps> | undefined = Reflect.get(React, 'Activity')

/**
 * Renders its children while `isOpen`. With `isWanted`, it already renders them before: hidden,
 * inert and without their effects, so that a press only has to show them. With an older React they
 * are rendered after the press.
 */
export function Prerendered({
  isOpen,
  isWanted,
  children,
}: {
  isOpen: boolean
  isWanted: boolean
  children: ReactNode
}) {
  if (!Activity) return isOpen && children
  return (
    <Activity mode={isOpen ? 'visible' : 'hidden'}>{(isOpen || isWanted) && children}</Activity>
  )
}
