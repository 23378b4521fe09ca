import { Component } from 'react'
import type { ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** Replaces the children after they threw an error; `retry` draws the children again. */
  fallback: (retry: () => void) => ReactNode
  /** A key of the children's content. After an error, a new key draws the children again. */
  of?: unknown
  /** Called after the error was reported. */
  onError?: () => void
}

type State = { hasFailed: boolean; of: unknown }

/**
 * Catches errors that the components below throw in a render or in an effect; otherwise React would
 * remove the site's whole tree. Each error is reported to the page once (`reportError`: an `error`
 * event of `window`, like an uncaught error). It is a class because React has no hook for this.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, of: this.props.of }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ of }: Props, state: State): Partial<State> | null {
    return of === state.of ? null : { of, hasFailed: false }
  }

  override componentDidCatch(error: unknown): void {
    globalThis.reportError?.(error) // a browser without `reportError` gets React's own log
    this.props.onError?.()
  }

  retry = (): void => this.setState({ hasFailed: false })

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback(this.retry) : this.props.children
  }
}
