import { createContext } from 'react'
import { type Watch, watchOnScreen } from './watchVisibility.ts'

/** What a screen knows of where it is shown. */
export type Surroundings = {
  /** What counts as being seen. */
  watch: Watch
  /** Go on in a window of the wallet's own; to be called in a click. Null where there is no such way. */
  goToWindow: (() => void) | null
  /** The requests that came together: which of how many this one is, and how to reject those behind it. Null where it is alone. */
  line: { at: number; count: number; rejectOthers: () => void } | null
}

export const Surroundings = createContext<Surroundings>({ watch: watchOnScreen, goToWindow: null, line: null })
