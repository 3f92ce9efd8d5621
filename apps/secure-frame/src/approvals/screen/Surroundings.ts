import { createContext } from 'react'
import { type Watch, watchOnScreen } from './watchVisibility.ts'

/** The context in which a screen is shown. */
export type Surroundings = {
  /** The test for being visible. */
  watch: Watch
  /** Continues in a separate window of the wallet; call it in a click. Null where that isn't possible. */
  goToWindow: (() => void) | null
  /** The requests that came together: this one's position, and how to reject those behind it. Null for a single request. */
  line: { at: number; count: number; rejectOthers: () => void } | null
}

export const Surroundings = createContext<Surroundings>({ watch: watchOnScreen, goToWindow: null, line: null })
