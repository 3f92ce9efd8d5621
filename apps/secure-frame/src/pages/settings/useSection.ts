import { useSyncExternalStore } from 'react'
import { type SectionId, sectionOf } from './sections.ts'

const subscribe = (onChange: () => void): (() => void) => {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

/** The part of the page that its address names. */
export const useSection = (): SectionId => useSyncExternalStore(subscribe, () => sectionOf(location.hash))
