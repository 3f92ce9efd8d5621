import './screen/approval.css'
import { adoptStyles } from '@latchkey/ui'
import { createRoot } from 'react-dom/client'
import { ApprovalHost, type ApprovalHostProps } from './ApprovalHost.tsx'

/** Mounts the approvals. Returns a function that unmounts them. */
export const mountApprovals = (container: Element, props: ApprovalHostProps): (() => void) => {
  const dropStyles = adoptStyles(document)
  const root = createRoot(container)
  root.render(<ApprovalHost {...props} />)
  return () => {
    root.unmount()
    dropStyles()
  }
}
