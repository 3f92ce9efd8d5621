import { AppError } from '@latchkey/protocol'
import { Component, type ReactNode } from 'react'

export type ApprovalBoundaryProps = {
  /** Called once, with INTERNAL, when the screen cannot be shown. */
  onFail: (error: AppError) => void
  children: ReactNode
}

/** Around one approval: a screen that throws fails its own request, and the next one is shown. */
export class ApprovalBoundary extends Component<ApprovalBoundaryProps> {
  override state = { failed: false }

  static getDerivedStateFromError = () => ({ failed: true })

  override componentDidCatch(thrown: unknown): void {
    this.props.onFail(AppError.from(thrown, crypto.randomUUID()))
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}
