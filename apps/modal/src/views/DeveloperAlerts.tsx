import { useAtomValue } from 'jotai/react'
import { alertReportsAtom } from '../state/alerts.ts'
import { lazyView } from './lazyView.tsx'

const AlertList = lazyView(async () => (await import('./AlertList.tsx')).AlertList, <></>)

/** The errors that a developer has to fix. A page that has none doesn't load the list. */
export function DeveloperAlerts() {
  return useAtomValue(alertReportsAtom).length > 0 && <AlertList />
}
