import './login.css'
import type { ApprovalMode } from '@latchkey/api-client'
import { adoptStyles, codeStyles } from '@latchkey/ui'
import { createRoot } from 'react-dom/client'
import { approvalSurface } from '../approvals/approvalSurface.ts'
import { LoginHost, type LoginHostProps } from './LoginHost.tsx'

export type MountedLoginProps = Omit<LoginHostProps, 'watch'> & {
  /** Where the people of the project decide. */
  mode: ApprovalMode
}

/** Put logins on screen. Returns what takes them off again. */
export const mountLogin = (container: Element, { mode, ...props }: MountedLoginProps): (() => void) => {
  const dropStyles = adoptStyles(document, codeStyles)
  const root = createRoot(container)
  const place = approvalSurface(mode)
  root.render(<LoginHost {...props} watch={place.kind === 'window' ? null : place.watch} />)
  return () => {
    root.unmount()
    dropStyles()
  }
}
