import './login.css'
import type { ApprovalMode } from '@latchkey/api-client'
import { adoptStyles, codeStyles } from '@latchkey/ui'
import { createRoot } from 'react-dom/client'
import { approvalSurface } from '../approvals/approvalSurface.ts'
import { LoginHost, type LoginHostProps } from './LoginHost.tsx'

export type MountedLoginProps = Omit<LoginHostProps, 'watch'> & {
  /** The project's setting for where users confirm requests. */
  mode: ApprovalMode
}

/** Mounts the logins. Returns a function that unmounts them. */
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
