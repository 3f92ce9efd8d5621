import { createContext } from 'react'

/** The id of the first risk on a screen, by which its heading is described. */
export const FirstRiskId = createContext<string | undefined>(undefined)
