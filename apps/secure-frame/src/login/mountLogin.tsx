import './login.css'
import { adoptStyles } from '@latchkey/ui'
import { createRoot } from 'react-dom/client'
import { LoginHost, type LoginHostProps } from './LoginHost.tsx'

/** Put logins on screen. Returns what takes them off again. */
export const mountLogin = (container: Element, props: LoginHostProps): (() => void) => {
  const dropStyles = adoptStyles(document)
  const root = createRoot(container)
  root.render(<LoginHost {...props} />)
  return () => {
    root.unmount()
    dropStyles()
  }
}
