import '../../approvals/screen/approval.css'
import '../../login/login.css'
import './link.css'
import { adoptStyles, applyTheme } from '@latchkey/ui'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** Mounts a page, in the user's light or dark mode. Returns a function that unmounts it. */
export const mountPage = (container: Element, page: ReactNode): (() => void) => {
  const dropStyles = adoptStyles(document)
  const dropTheme = applyTheme(document, 'system')
  const root = createRoot(container)
  root.render(page)
  return () => {
    root.unmount()
    dropTheme()
    dropStyles()
  }
}
