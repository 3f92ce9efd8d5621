import { createContext } from 'react'

/** The ID of the first risk on a screen, which describes the heading. */
export const FirstRiskId = createContext<string | undefined>(undefined)
