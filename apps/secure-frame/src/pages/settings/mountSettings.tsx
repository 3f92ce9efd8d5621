import '../../login/login.css'
import './settings.css'
import { adoptStyles, applyTheme, codeStyles } from '@latchkey/ui'
import { createRoot } from 'react-dom/client'
import type { Settings } from './Settings.ts'
import { SettingsPage } from './SettingsPage.tsx'

/** Mounts the settings, in the user's light or dark mode. Returns a function that unmounts them. */
export const mountSettings = (container: Element, settings: Settings): (() => void) => {
  const dropStyles = adoptStyles(document, codeStyles)
  const dropTheme = applyTheme(document, 'system')
  const root = createRoot(container)
  root.render(<SettingsPage settings={settings} />)
  return () => {
    root.unmount()
    dropTheme()
    dropStyles()
  }
}
