import { Component } from 'react'
import type { ReactNode } from 'react'
import { fault } from '../bridge/Fault.ts'
import type { Scene } from './createStage.ts'

/**
 * Ends a scene whose screen failed to render: the site gets an error, and the next scene is
 * shown.
 */
export class Failed extends Component<
  { scene: Scene; children: ReactNode },
  { isFailed: boolean }
> {
  override state = { isFailed: false }

  static getDerivedStateFromError() {
    return { isFailed: true }
  }

  override componentDidCatch(cause: unknown) {
    this.props.scene.refuse(fault('somethingWrong', { cause }))
  }

  override render() {
    return this.state.isFailed ? null : this.props.children
  }
}
